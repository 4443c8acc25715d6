import { Tooltip, type FloatingPosition } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '../../lib/limits.ts'

interface Shown {
  element: HTMLElement
  label: string
}

const elementAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/**
 * One tooltip for all `data-tooltip` elements, because a list of 50 rows has 250 of them. `data-tooltip-touch` enables
 * it on touch.
 */
export function TooltipHost() {
  const [shown, setShown] = useState<Shown>()
  const id = useId()

  useEffect(() => {
    let current: HTMLElement | null = null
    let isOpen = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (element: HTMLElement) => {
      clearTimeout(timer)
      current = element
      isOpen = true
      setShown({ element, label: element.dataset.tooltip ?? '' })
    }
    const hide = () => {
      clearTimeout(timer)
      current = null
      isOpen = false
      setShown(undefined)
    }
    const point = ({ target, pointerType }: PointerEvent) => {
      const element = elementAt(target)
      if (element === current) return
      clearTimeout(timer)
      current = element
      if (!element) timer = setTimeout(hide, TOOLTIP_SKIP_DELAY_MS)
      else if (pointerType !== 'mouse') {
        if ('tooltipTouch' in element.dataset) show(element)
      } else if (isOpen) show(element)
      else timer = setTimeout(() => show(element), TOOLTIP_DELAY_MS)
    }
    const leave = ({ relatedTarget }: PointerEvent) => {
      if (!relatedTarget) hide()
    }
    const focus = ({ target }: FocusEvent) => {
      const element = elementAt(target)
      if (element && target instanceof Element && target.matches(':focus-visible')) show(element)
    }
    const blur = ({ target }: FocusEvent) => {
      if (elementAt(target) === current) hide()
    }
    const dismiss = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide()
    }
    document.addEventListener('pointerover', point)
    document.addEventListener('pointerout', leave)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', blur)
    document.addEventListener('keydown', dismiss, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', point)
      document.removeEventListener('pointerout', leave)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', blur)
      document.removeEventListener('keydown', dismiss, true)
    }
  }, [])

  const element = shown?.element
  useEffect(() => {
    if (!element) return
    const update = () => setShown({ element, label: element.dataset.tooltip ?? '' })
    const observer = new MutationObserver(update)
    observer.observe(element, { attributeFilter: ['data-tooltip'] })
    const isDescribed = !element.ariaLabel && !element.hasAttribute('aria-describedby')
    if (isDescribed) element.setAttribute('aria-describedby', id)
    return () => {
      observer.disconnect()
      if (isDescribed) element.removeAttribute('aria-describedby')
    }
  }, [element, id])

  if (!shown) return null
  return (
    <Tooltip
      target={shown.element}
      label={<span id={id}>{shown.label}</span>}
      position={(shown.element.dataset.tooltipPosition ?? 'top') as FloatingPosition}
      opened
    />
  )
}
