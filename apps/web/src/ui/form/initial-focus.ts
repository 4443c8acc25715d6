import { useEffect } from 'react'
import { typeCollectedKeys } from '../../lib/typed-ahead.ts'

/** Not with a touch keyboard, if the page would scroll past content, or behind a dialog or menu. */
export const useInitialFocus = (): void => {
  useEffect(() => {
    const field = document.querySelector<HTMLElement>('main [data-initial-focus]')
    if (!field || !window.matchMedia('(any-pointer: fine)').matches) return
    if (document.querySelector('[aria-modal="true"], [role="menu"]')) return
    // Where a person types while the page finishes loading.
    if (document.activeElement?.matches('input, textarea, select')) return
    const { top, bottom } = field.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) return
    field.focus({ preventScroll: true })
    typeCollectedKeys(field)
  }, [])
}
