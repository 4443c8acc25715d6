import type { Browser, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { test as base } from '../fixtures.ts'
import { expectNoLayoutShift, recordLayoutShifts } from '../layout-shifts.ts'
import { expectNothingSticksOut, expectNothingSticksOutInFallbackFont } from '../overflow.ts'
import { PageWatch } from '../page-watch.ts'
import { startProduct } from '../product-server.ts'
import { showScreen } from '../screenshots/camera.ts'
import { newestRecords } from '../screenshots/demo-records.ts'
import { DEMO_PASSWORD, screensOf, type Records, type Screen } from '../screenshots/screens.ts'
import { statesOf } from '../screenshots/states.ts'
import { signIn } from '../sign-in.ts'
import { delayAnswers } from '../slow-network.ts'

interface WorkerFixtures {
  records: Records
  pages: Map<string, Page>
  still: Set<string>
}

/** The product with demo data: full lists, long names, every kind of record. */
const test = base.extend<object, WorkerFixtures>({
  server: [
    async ({}, use, { workerIndex }) => {
      const server = await startProduct(`access-${workerIndex}`, { DEMO: '1' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  records: [
    async ({ server }, use) => use(await newestRecords(server.url)),
    { scope: 'worker', timeout: 60_000 },
  ],
  pages: [
    async ({}, use) => {
      const pages = new Map<string, Page>()
      await use(pages)
      for (const page of pages.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
  // Pages outlive a test, which opens none.
  watch: async ({}, use) => use(new PageWatch()),
  still: [async ({}, use) => use(new Set()), { scope: 'worker' }],
})

const WIDE = 1440

/** Only names are needed before the demo data is loaded. */
const SCREENS = [...screensOf({ patient: 0, report: 0 }), ...statesOf({ patient: 0, report: 0 })]

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
      await test.step('nothing moved while it loaded [DESIGN-10]', () => expectNoLayoutShift(page))
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
test.describe.configure({ mode: 'default', timeout: 300_000 })

for (const { name, isEveryday } of SCREENS) {
  const tag = isEveryday ? [] : ['@release']
  test(
    `${name} is accessible in both color schemes [ACCESS-01]`,
    { tag },
    async ({ browser, server: { url }, records, pages, still }) => {
      const screen = [...screensOf(records), ...statesOf(records)].find((one) => one.name === name)
      if (!screen) throw new Error(`No screen is called ${name}`)
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

      await test.step('at 1440 px', async () => {
        await show(WIDE)
        await expectAccessibleInBothSchemes(page)
      })
      await test.step('does not stick out with text of 200 % [ACCESS-02]', async () => {
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        await expectNothingSticksOut(page)
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
      })
      await test.step('at 390 px', async () => {
        // Reloaded once per address to check for layout shifts.
        await show(390)
        await expectAccessibleInBothSchemes(page, undefined, 'light')
      })
      await test.step('does not stick out at 320 px, also in a fallback font [ACCESS-03, ACCESS-06]', async () => {
        await resize(320, 640)
        await expectNothingSticksOut(page)
        await expectNothingSticksOutInFallbackFont(page)
      })
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  )
}
