import { expect, type Locator, type Page } from '@playwright/test'
import { ATTEMPT_MS } from '../../test-limits.ts'

const MOST_STOPS = 80

interface Stop {
  isTarget: boolean
  focused: string
  /** Whether the focus is visible: an outline, or a ring around the field. */
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
    // The box around a field may show the focus instead.
    isSeen: [active, active?.parentElement, active?.parentElement?.parentElement].some(marked),
  }
}

export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const { isTarget, focused, isSeen } = await target.evaluateAll(lookAtFocus)
    if (stop > 0 && focused) expect(isSeen, `the focus can be seen on ${focused}`).toBe(true)
    if (isTarget) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(target)} is not reached within ${MOST_STOPS} stops`)
}

export const tabToAndPress = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Single keys do nothing within a second of a navigation. One that did something slowly must not be pressed again. */
export const pressUntil = (
  page: Page,
  key: string,
  isDone: (within: { timeout: number }) => Promise<void>,
): Promise<void> =>
  expect(async () => {
    await page.keyboard.press(key)
    await isDone({ timeout: 5 * ATTEMPT_MS })
  }).toPass()
