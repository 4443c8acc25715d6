import { useEffect } from 'react'

/**
 * Puts the cursor where typing is next: into the field marked `data-initial-focus`. Not where a touch keyboard would
 * cover half of the page, nor where the page would have to scroll to it, past what has to be read before.
 */
export const useInitialFocus = (): void => {
  useEffect(() => {
    const field = document.querySelector<HTMLElement>('main [data-initial-focus]')
    if (!field || !window.matchMedia('(any-pointer: fine)').matches) return
    const { top, bottom } = field.getBoundingClientRect()
    if (top >= 0 && bottom <= window.innerHeight) field.focus({ preventScroll: true })
  }, [])
}
