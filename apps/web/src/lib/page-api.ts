import type { ApiAddresses, PageModule } from './api-addresses.ts'
import { apiOf } from './api-client.ts'

/** Replaced by Vite (`vite-api-addresses.ts`). */
declare const PAGE_API_ADDRESSES: Pick<ApiAddresses, PageModule>

export const pageApiAddresses = PAGE_API_ADDRESSES

/** The endpoints of single pages and dialogs, which the landing page does not load. */
export const pageApi = apiOf<PageModule>(pageApiAddresses)
