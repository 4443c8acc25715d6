import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page of the product has. */
const MOST_STOPS = 80

interface Stop {
  isTarget: boolean
  /** What has the focus; empty when nothing has. */
  focused: string
  /** Whether a person sees where the focus is: an outline, or a ring around the field. */
  isSeen: boolean
}

const lookAtFocus = (targets: Element[]): Stop => {
  const active = document.activeElement
  const marked = (one: Element | null | undefined) => {
    if (!one) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  return {
    isTarget: targets.length === 1 && targets[0] === active,
    focused: active && active !== document.body ? active.outerHTML.slice(0, 120) : '',
    // A field may leave the mark to the box that it lies in.
    isSeen: [active, active?.parentElement, active?.parentElement?.parentElement].some(marked),
  }
}

/** Walks with Tab (or backwards) until the element has the focus, and looks that every stop on the way can be seen. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const { isTarget, focused, isSeen } = await target.evaluateAll(lookAtFocus)
    if (stop > 0 && focused) expect(isSeen, `the focus can be seen on ${focused}`).toBe(true)
    if (isTarget) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(target)} is not reached within ${MOST_STOPS} stops`)
}

/** The same, and then the key that follows a link or presses a button. */
export const tabToAndPress = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
