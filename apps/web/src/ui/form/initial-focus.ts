import { useEffect } from 'react'
import { typeCollectedKeys } from '../../lib/typed-ahead.ts'

/** Not with a touch keyboard, if the page would scroll past content, or behind a dialog. */
export const useInitialFocus = (): void => {
  useEffect(() => {
    const field = document.querySelector<HTMLElement>('main [data-initial-focus]')
    if (!field || !window.matchMedia('(any-pointer: fine)').matches) return
    if (document.querySelector('[aria-modal="true"]')) return
    const { top, bottom } = field.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) return
    field.focus({ preventScroll: true })
    typeCollectedKeys(field)
  }, [])
}
