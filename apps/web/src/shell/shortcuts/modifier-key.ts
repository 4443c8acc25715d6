import { useEffect, useEffectEvent } from 'react'
import { latinKey } from '../../lib/latin-key.ts'

/** Called on Ctrl or Cmd with this key, also in fields. */
export const useModifierKey = (letter: string, run: () => void): void => {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (latinKey(event) !== letter) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    document.documentElement.addEventListener('keydown', listen)
    return () => document.documentElement.removeEventListener('keydown', listen)
  }, [])
}
