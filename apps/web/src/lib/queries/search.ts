import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FoundRecords } from '@zelab/contract'
import { api } from '../api-client.ts'
import { CACHE } from './keys.ts'

export interface Found extends FoundRecords {
  text: string
}

const KEPT_MS = 60_000

/** Recently viewed records without a text. Outdated requests are aborted. */
export const recordSearchQuery = (text: string) =>
  queryOptions({
    queryKey: [CACHE.search, text],
    queryFn: async ({ signal }): Promise<Found> => ({
      ...(await api.search.records({ body: { text } }, { signal })).data,
      text,
    }),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  })
