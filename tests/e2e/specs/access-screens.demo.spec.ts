import type { Browser, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expectConsistent } from '../consistency.ts'
import { screenNamed, SCREENS, test } from '../demo-fixtures.ts'
import { expectNoLayoutShift, recordLayoutShifts } from '../layout-shifts.ts'
import { expectNothingSticksOut, expectNothingSticksOutInFallbackFont } from '../overflow.ts'
import { showScreen } from '../screenshots/camera.ts'
import { DEMO_PASSWORD, type Screen } from '../screenshots/screens.ts'
import { signIn } from '../sign-in.ts'
import { delayAnswers } from '../slow-network.ts'

const WIDE = 1440

const openAs = async (browser: Browser, url: string, as: string | undefined): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await recordLayoutShifts(page)
  if (as) await signIn(page, url, { email: as, password: DEMO_PASSWORD })
  return page
}

/** Opens the screen slowly enough to check its placeholders, then shows it. */
const showSlowly = async (page: Page, url: string, screen: Screen) => {
  const stopDelay = await delayAnswers(page)
  await showScreen(page, url, {
    ...screen,
    act: async () => {
      await test.step('moves nothing while it loads [DESIGN-10]', () => expectNoLayoutShift(page))
      await stopDelay()
      await screen.act?.(page)
    },
  })
}

const rendered = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Resizes the page and returns whether the open element is still shown. A menu may lose its button. */
const staysOpen = async (page: Page, resize: () => Promise<void>) => {
  const dialogs = page.getByRole('dialog')
  const before = await dialogs.count()
  await resize()
  await rendered(page)
  return (await page.getByRole('menu').count()) === 0 && (await dialogs.count()) === before
}

// One worker, because the demo data takes as long as twenty screens.
test.describe.configure({ mode: 'default' })

for (const { name, isEveryday } of SCREENS) {
  const tag = isEveryday ? [] : ['@release']
  test(
    `${name} is accessible in both color schemes, and spaced like the others [ACCESS-01, DESIGN-12, DESIGN-24]`,
    { tag },
    async ({ browser, server: { url }, records, pages, still }) => {
      const screen = screenNamed(name, records)
      const user = screen.as ?? 'a visitor'
      const page = pages.get(user) ?? (await openAs(browser, url, screen.as))
      pages.set(user, page)
      const resize = (width: number, height = 844) => page.setViewportSize({ width, height })
      const show = async (width: number) => {
        // Screens with hanging or failing calls never finish loading. Elements opened on a page load like the page.
        const loaded = `${screen.address} as ${user} at ${width}`
        const isWatched = !screen.before && !still.has(loaded)
        if (width < WIDE && !isWatched && (await staysOpen(page, () => resize(width)))) return
        await resize(width)
        await (isWatched ? showSlowly : showScreen)(page, url, screen)
        still.add(loaded)
      }

      await test.step('passes at 1440 px', async () => {
        await show(WIDE)
        await expectAccessibleInBothSchemes(page)
        await expectConsistent(page)
      })
      await test.step('keeps everything inside with text of 200 % [ACCESS-02]', async () => {
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        await expectNothingSticksOut(page)
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
      })
      await test.step('passes at 390 px', async () => {
        // Reloaded once per address to check for layout shifts.
        await show(390)
        await expectAccessibleInBothSchemes(page, undefined, 'light')
        await expectConsistent(page)
      })
      await test.step('keeps everything inside at 320 px, also in a fallback font [ACCESS-03, ACCESS-06]', async () => {
        await resize(320, 640)
        await expectNothingSticksOut(page)
        await expectNothingSticksOutInFallbackFont(page)
      })
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  )
}
