import type { DeliveryChannel, DeliveryView } from '@zelab/contract'
import { readOneOf, readText, readWholeNumber } from '../../../lib/search-params.ts'

// Repeated here to keep the contract off the first download.
export const LIST_VIEWS = [
  'all',
  'not-reached',
  'not-opened',
  'correction-not-opened',
  'no-contact',
  'aging-out',
] as const satisfies readonly (DeliveryView | 'no-contact' | 'aging-out')[]
export type ListView = (typeof LIST_VIEWS)[number]

export const CHANNELS = [
  'email',
  'sms',
  'whatsapp',
  'slip',
  'copy',
] as const satisfies readonly DeliveryChannel[]

/** What the address of the list says; the defaults are left out. */
export interface DeliverySearch {
  view?: Exclude<ListView, 'all'> | undefined
  channel?: DeliveryChannel | undefined
  search?: string | undefined
  page?: number | undefined
}

export const readDeliverySearch = ({
  view,
  channel,
  search,
  page,
}: Record<string, unknown>): DeliverySearch => {
  const known = readOneOf(view, LIST_VIEWS)
  return {
    view: known === 'all' ? undefined : known,
    channel: readOneOf(channel, CHANNELS),
    search: readText(search),
    page: readWholeNumber(page, 2),
  }
}
