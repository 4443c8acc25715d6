import type { Browser, Page } from '@playwright/test'
import { expectNoAxeViolations } from '../accessibility.ts'
import { screenNamed, test } from '../demo-fixtures.ts'
import { expect } from '../fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { buildPseudoArabic, inPseudoArabic, showPseudoArabic } from '../pseudo-arabic.ts'
import { showScreen } from '../screenshots/camera.ts'
import { ADMIN, DEMO_PASSWORD, screensOf } from '../screenshots/screens.ts'
import { signIn } from '../sign-in.ts'

const PHONE = { width: 390, height: 844 }
/** The narrowest phone, and the narrowest window with the tables of a desktop. */
const NARROW = [
  { width: 320, height: 640 },
  { width: 1024, height: 800 },
]

const openAs = async (browser: Browser, url: string, as: string | undefined): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await showPseudoArabic(context)
  const page = await context.newPage()
  if (as) await signIn(page, url, { email: as, password: DEMO_PASSWORD })
  return page
}

// One worker, which shares the demo data with the screens in English.
test.describe.configure({ mode: 'default' })

test.beforeAll(buildPseudoArabic)

for (const { name } of screensOf({ patient: 0, report: 0 }))
  test(`${name} has room for longer texts from right to left [ACCESS-07]`, async ({
    browser,
    server: { url },
    records,
    pages,
  }) => {
    const screen = screenNamed(name, records)
    const user = `${screen.as} in pseudo-Arabic`
    const page = pages.get(user) ?? (await openAs(browser, url, screen.as))
    pages.set(user, page)
    await page.setViewportSize(PHONE)
    await showScreen(inPseudoArabic(page), url, screen)
    await expectNoAxeViolations(page)
    for (const size of NARROW) {
      await page.setViewportSize(size)
      await expectNothingSticksOut(page)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

test('tabs and icons follow the direction of the page [ACCESS-13]', async ({ browser, server: { url } }) => {
  const page = await openAs(browser, url, ADMIN)
  await page.goto(`${url}/user/settings/general`)
  const tabs = page.getByRole('main').getByRole('navigation').getByRole('link')
  await tabs.first().focus()
  await page.keyboard.press('Tab')
  await expect(tabs.nth(1)).toBeFocused()
  const left = async (tab: number) => (await tabs.nth(tab).boundingBox())?.x ?? 0
  expect(await left(1)).toBeLessThan(await left(0))
  const toggle = inPseudoArabic(page).getByRole('button', { name: 'Toggle sidebar' })
  await expect(toggle.locator('svg')).toHaveCSS('scale', '-1 1')
  const search = inPseudoArabic(page).getByRole('button', { name: /^Search/ })
  await expect(search.first().locator('svg').first()).toHaveCSS('scale', 'none')
  await page.goto(`${url}/user/users/add`)
  // A number is written from the left, and its flag stays there.
  await expect(page.locator('input[type=tel]')).toHaveCSS('padding-left', '74px')
  await page.context().close()
})
