import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FoundRecords } from '@zelab/contract'
import { api } from '../api-client.ts'
import { CACHE } from './keys.ts'

/** Records and the text that they were found for. */
export interface Found extends FoundRecords {
  text: string
}

const KEPT_MS = 60_000

/**
 * Patients and reports for a typed text; without one what the caller looked at last. The earlier answer stays on
 * screen until the next one is there, and a question that is no longer asked is given up.
 */
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
