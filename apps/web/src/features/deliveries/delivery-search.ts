import type { DeliveryView } from '@zelab/contract'
import { readWholeNumber } from '../../lib/search-params.ts'

/** What the address of the list says; the defaults are left out. */
export interface DeliverySearch {
  view?: Exclude<DeliveryView, 'all'> | undefined
  page?: number | undefined
}

export const readDeliverySearch = ({ view, page }: Record<string, unknown>): DeliverySearch => ({
  view: view === 'not-reached' || view === 'not-opened' ? view : undefined,
  page: readWholeNumber(page, 2),
})
