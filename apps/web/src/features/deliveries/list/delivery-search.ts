import { DELIVERY_CHANNELS, DELIVERY_VIEWS } from '@zelab/contract/limits'
import { readOneOf, readPage, readText, searchReader } from '../../../lib/search-params.ts'

export const LIST_VIEWS = [...DELIVERY_VIEWS, 'no-contact', 'aging-out'] as const
export type ListView = (typeof LIST_VIEWS)[number]
const OTHER_VIEWS = LIST_VIEWS.filter((view) => view !== 'attention')

export const readDeliverySearch = searchReader({
  view: (value) => readOneOf(value, OTHER_VIEWS),
  channel: (value) => readOneOf(value, DELIVERY_CHANNELS),
  search: (value) => readText(value),
  page: readPage,
})
export type DeliverySearch = ReturnType<typeof readDeliverySearch>
