import { useEffect, useEffectEvent } from 'react'

/** The viewer reports activity as messages (`viewer-messages.ts`). */
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'message'] as const

/** Runs only while the page is in use, because polling would postpone the session's idle limit. */
export const useActiveInterval = (act: () => void, everyMs: number, isOn = true): void => {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (!isOn) return undefined
    let wasUsed = false
    const note = () => {
      wasUsed = true
    }
    const timer = setInterval(() => {
      if (!wasUsed || document.visibilityState !== 'visible') return
      wasUsed = false
      run()
    }, everyMs)
    for (const input of INPUTS) window.addEventListener(input, note, { passive: true })
    return () => {
      clearInterval(timer)
      for (const input of INPUTS) window.removeEventListener(input, note)
    }
  }, [everyMs, isOn])
}
