import { expect, type Locator, type Page } from '@playwright/test'

/** To the side; content that scrolls in its own box does not count. An open menu moves a moment after its button. */
export const expectNothingSticksOut = (page: Page): Promise<void> =>
  expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      'pixels that the page is too wide',
    )
    .toBeLessThanOrEqual(0)

/** The same in the browser's own letters, which are wider: the product's font may come too late. */
export const expectNothingSticksOutInFallbackFont = async (page: Page): Promise<void> => {
  await page.evaluate(() => document.documentElement.style.setProperty('--mantine-font-family', 'sans-serif'))
  await expectNothingSticksOut(page)
  await page.evaluate(() => document.documentElement.style.removeProperty('--mantine-font-family'))
}

/** As long as a name may be. */
export const LONGEST_NAME = 'Muhammad Abdulrahman Almansoor'

/** The words of a button are neither cut nor wider than the page on the smallest phone. */
export const expectWholeButtonOnPhone = async (page: Page, button: Locator): Promise<void> => {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNothingSticksOut(page)
  const isWhole = await button.evaluate((element) => {
    const words = document.createRange()
    words.selectNodeContents(element)
    const [text, box] = [words.getBoundingClientRect(), element.getBoundingClientRect()]
    return (
      text.left >= box.left && text.right <= box.right && text.top >= box.top && text.bottom <= box.bottom
    )
  })
  expect(isWhole, 'the words of the button are not cut').toBe(true)
  if (before) await page.setViewportSize(before)
}
