import type { DateOrder } from '@zelab/contract'

/** What the page knows of the installation as it arrives; `apps/web/src/lib/brand.ts` reads it. */
export interface PageSettings {
  productName: string
  logoAddress: string | null
  dateOrder: DateOrder
  defaultPageSize: number
}
