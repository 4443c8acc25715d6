import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const OVERLAY = '[role="dialog"], [role="menu"], [role="listbox"]'
const MODAL = '[role="dialog"][aria-modal="true"]'
/** Dialogs return the focus themselves within this time. */
const REPAIR_AFTER_MS = 50

const isLost = (): boolean => {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
}

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

const focusOn = (element: HTMLElement): void => {
  // Headings and the main landmark take the focus from scripts only.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const pageHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1')

/** A focused field would open the keyboard of a touch screen. */
const hasPointer = (): boolean => window.matchMedia('(any-pointer: fine)').matches

/** The field to start with in a dialog's form, which may load after the dialog has opened. */
const firstFieldOf = (modal: Element): HTMLElement | undefined => {
  const form = hasPointer() ? modal.querySelector('form') : null
  const fields = [...(form?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [])].filter(isUsable)
  return fields.find(({ dataset }) => 'autofocus' in dataset) ?? fields[0]
}

/** Next focus after this element has disappeared: the search that it filters, or the heading of its section. */
const placeOf = (element: HTMLElement): HTMLElement | null => {
  const search = hasPointer() && element.closest('[role="search"]')
  if (search) return search.querySelector('[role="searchbox"]')
  const section = element.closest('section[aria-labelledby]')
  return document.getElementById(section?.getAttribute('aria-labelledby') ?? '')
}

/**
 * Keeps the focus from falling to the body, where a screen reader would start over: a new page focuses its heading, and
 * a control that disappears or turns off gives the focus to the control that opened it, or to a place nearby. A dialog
 * with a form focuses its first field.
 */
export const useManagedFocus = (): void => {
  const router = useRouter()
  useEffect(() => {
    let focused: HTMLElement | null = null
    /** Outside dialogs and menus. */
    let opener: HTMLElement | null = null
    let place: HTMLElement | null = null
    /** A new page's heading is focused as soon as it exists. */
    let isHeadingDue = false
    /** True once a person has moved the focus while the page loads. */
    let hasMoved = false
    /** A dialog whose Close button got the focus, because nothing else was there. */
    let opened: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined

    const noteFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const modal = target.closest(MODAL)
      opened = target.matches('.mantine-Modal-close') && !modal?.contains(focused) ? modal : null
      if (opened) setTimeout(focusForm)
      focused = target
      if (target.closest(OVERLAY)) return
      opener = target
      place = placeOf(target)
    }
    /** A click on the page itself is no loss. */
    const noteBlur = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null)
        setTimeout(() => {
          if (focused && isUsable(focused) && isLost()) focused = opener = place = null
        })
    }
    const focusPageHeading = () => {
      const { activeElement } = document
      const heading = isHeadingDue ? pageHeading() : null
      if (!heading || activeElement?.closest(MODAL)) return
      isHeadingDue = false
      // The page may have focused a field.
      if (!activeElement?.closest('main *')) focusOn(heading)
    }
    const focusForm = () => {
      const field = opened && firstFieldOf(opened)
      if (field) focusOn(field)
    }
    const noteMove = () => {
      hasMoved = true
      isHeadingDue = false
    }
    const noteKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Tab') return
      noteMove()
      opened = null
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(repair, REPAIR_AFTER_MS)
    }
    const repair = () => {
      if (router.state.isLoading) return wait()
      if (!isLost()) return
      focused = null
      const modal = [...document.querySelectorAll<HTMLElement>(MODAL)].at(-1)
      const target = [modal, opener, place, pageHeading()].find((one) => one && isUsable(one))
      if (target) focusOn(target)
    }
    const observer = new MutationObserver(() => {
      focusPageHeading()
      focusForm()
      if (!focused || (focused.isConnected && !focused.matches(':disabled')) || !isLost()) return
      wait()
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    const stopWaiting = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) hasMoved = false
    })
    const stopWatching = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      isHeadingDue = !hasMoved
      // After the effects of the page, which may focus a field.
      setTimeout(focusPageHeading)
    })
    document.addEventListener('pointerdown', noteMove)
    document.addEventListener('keydown', noteKey)
    document.addEventListener('focusin', noteFocus)
    document.addEventListener('focusout', noteBlur)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      stopWaiting()
      stopWatching()
      document.removeEventListener('pointerdown', noteMove)
      document.removeEventListener('keydown', noteKey)
      document.removeEventListener('focusin', noteFocus)
      document.removeEventListener('focusout', noteBlur)
    }
  }, [router])
}
