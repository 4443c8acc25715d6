import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { SEARCH_DELAY_MS } from '../../lib/limits.ts'

interface DebouncedText {
  typed: string
  type: (text: string) => void
  /** Reports the text at once, on Enter or when the field is cleared. */
  commit: (text?: string) => void
}

/** One request per word. Follows changes of `value` without overwriting current input. */
export const useDebouncedText = (value: string, onCommit: (text: string) => void): DebouncedText => {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // Our own value returns while the user types on.
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
  // Reporting a filter changes the URL, which would cancel a pending navigation.
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

const useIsLeaving = (): (() => boolean) => {
  const router = useRouter()
  return () => {
    const { location, resolvedLocation } = router.state
    return resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname
  }
}
