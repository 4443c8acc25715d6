import type { DateOrder } from '@zelab/contract'

export interface PageSettings {
  productName: string
  logoAddress: string | null
  dateOrder: DateOrder
  defaultPageSize: number
  timeZone: string
}
