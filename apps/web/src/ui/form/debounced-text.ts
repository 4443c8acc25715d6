import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { SEARCH_DELAY_MS } from '../../lib/limits.ts'

interface DebouncedText {
  /** What stands in the field at this moment. */
  typed: string
  type: (text: string) => void
  /** Hands over at once what was typed, e.g. on Enter or when the field is cleared. */
  commit: (text?: string) => void
}

/**
 * Text that is handed over some time after the last key, so that a list is asked once per word instead of once
 * per letter. Follows `value` when it changes from outside, but never takes away what is being typed.
 */
export const useDebouncedText = (value: string, onCommit: (text: string) => void): DebouncedText => {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // A value that we sent ourselves comes back while the next letters are already typed.
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  const commit = (text = typed) => {
    const next = text.trim()
    setTyped(text)
    setSent(next)
    if (next !== value) onCommit(next)
  }
  const isLeaving = useIsLeaving()
  // Committing a filter changes the address, which would cancel a navigation in progress.
  const commitTyped = useEffectEvent(() => {
    if (!isLeaving()) commit()
  })
  const isWaiting = typed.trim() !== sent
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => commitTyped(), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, isWaiting])
  return { typed, type: setTyped, commit }
}

/** Whether another page was asked for, and is still being fetched. */
const useIsLeaving = (): (() => boolean) => {
  const router = useRouter()
  return () => {
    const { location, resolvedLocation } = router.state
    return resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname
  }
}
