import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { FoundRecords, RecordKind } from '@zelab/contract'
import { useEffect, useState } from 'react'
import { api } from '../api-client.ts'

const ASK_AFTER_MS = 80
const KEPT_MS = 60_000

export interface Found extends FoundRecords {
  text: string
}

/** Recently viewed records without a text. Outdated requests are aborted. */
const recordSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['checks' satisfies RecordKind, 'search', text],
    queryFn: async ({ signal }): Promise<Found> => ({
      ...(await api.search.records({ body: { text } }, { signal })).data,
      text,
    }),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  })

interface RecordSearch {
  /** Belongs to an earlier text until the response arrives. */
  found: Found | undefined
  error: Error | null
  /** True if `found` belongs to the current text. */
  isSettled: boolean
  retry: () => void
}

export const useRecordSearch = (typed: string): RecordSearch => {
  const [asked, setAsked] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error, isFetching, refetch } = useQuery(recordSearchQuery(asked))
  return {
    found: data,
    error: isFetching ? null : error,
    isSettled: asked === typed && !isFetching,
    retry: () => void refetch(),
  }
}
