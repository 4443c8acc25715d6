import { expect, type Locator, type Page } from '@playwright/test'

/** Horizontal overflow, except in elements that scroll. An open menu moves a moment after its button. */
export const expectNothingSticksOut = (page: Page): Promise<void> =>
  expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      'pixels that the page is too wide',
    )
    .toBeLessThanOrEqual(0)

/** Checks the fallback font, which is wider: the product's font may load late. */
export const expectNothingSticksOutInFallbackFont = async (page: Page): Promise<void> => {
  await page.evaluate(() => document.documentElement.style.setProperty('--mantine-font-family', 'sans-serif'))
  await expectNothingSticksOut(page)
  await page.evaluate(() => document.documentElement.style.removeProperty('--mantine-font-family'))
}

export const LONGEST_NAME = 'Muhammad Abdulrahman Almansoor'

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
