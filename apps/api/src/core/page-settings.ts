import type { DateOrder } from '@zelab/contract'

/** Installation settings embedded in the page; `apps/web/src/lib/brand.ts` reads them. */
export interface PageSettings {
  productName: string
  logoAddress: string | null
  dateOrder: DateOrder
  defaultPageSize: number
}
