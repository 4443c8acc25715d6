import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { recordSearchQuery, type Found } from './search.ts'

const ASK_AFTER_MS = 80

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
