import type { DeliveryChannel, DeliveryView } from '@zelab/contract'
import { readOneOf, readPage, readText, searchReader } from '../../../lib/search-params.ts'

// Duplicated here to keep the contract out of the initial bundle.
const OTHER_VIEWS = [
  'all',
  'not-reached',
  'not-opened',
  'correction-not-opened',
  'no-contact',
  'aging-out',
] as const satisfies readonly (DeliveryView | 'no-contact' | 'aging-out')[]
export const LIST_VIEWS = ['attention', ...OTHER_VIEWS] as const
export type ListView = (typeof LIST_VIEWS)[number]

export const CHANNELS = [
  'email',
  'sms',
  'whatsapp',
  'slip',
  'copy',
  'paper',
] as const satisfies readonly DeliveryChannel[]

export const readDeliverySearch = searchReader({
  view: (value) => readOneOf(value, OTHER_VIEWS),
  channel: (value) => readOneOf(value, CHANNELS),
  search: (value) => readText(value),
  page: readPage,
})
export type DeliverySearch = ReturnType<typeof readDeliverySearch>
