import { useEffect } from 'react'

/**
 * Focuses the field marked `data-initial-focus`. Not where a touch keyboard would cover half of the page, nor where the page
 * would have to scroll past content that is read first, nor behind a dialog that was opened while the form loaded.
 */
export const useInitialFocus = (): void => {
  useEffect(() => {
    const field = document.querySelector<HTMLElement>('main [data-initial-focus]')
    if (!field || !window.matchMedia('(any-pointer: fine)').matches) return
    if (document.querySelector('[aria-modal="true"]')) return
    const { top, bottom } = field.getBoundingClientRect()
    if (top >= 0 && bottom <= window.innerHeight) field.focus({ preventScroll: true })
  }, [])
}
