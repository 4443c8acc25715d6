import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page of the product has. */
const MOST_STOPS = 80

/** Whether a person sees where the focus is: an outline, or a ring around the field. */
const showsFocus = (element: Element): boolean => {
  const marked = (one: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  // A field may leave the mark to the box that it lies in.
  return [element, element.parentElement, element.parentElement?.parentElement].some(
    (one) => one && marked(one),
  )
}

/** Walks with Tab (or backwards) until the element has the focus, and looks that every stop on the way can be seen. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if ((await target.count()) === 1 && (await target.evaluate((one) => one === document.activeElement)))
      return
    await page.keyboard.press(key)
    const focus = page.locator(':focus')
    if ((await focus.count()) === 0) continue
    const name = await focus.evaluate((one) => one.outerHTML.slice(0, 120))
    expect(await focus.evaluate(showsFocus), `the focus can be seen on ${name}`).toBe(true)
  }
  throw new Error(`${String(target)} is not reached within ${MOST_STOPS} stops`)
}

/** The same, and then the key that follows a link or presses a button. */
export const tabToAndPress = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
