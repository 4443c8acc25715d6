import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { recordSearchQuery, type Found } from './search.ts'

/** Delay after the last key. */
const ASK_AFTER_MS = 80

interface RecordSearch {
  /** Of an earlier text until the answer is there. */
  found: Found | undefined
  error: Error | null
  /** Whether that is the answer for the typed text. */
  isSettled: boolean
  retry: () => void
}

/** What the server finds for a text, a moment after it was typed. */
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
