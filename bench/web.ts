/**
 * `npm run bench:web`: how the built demo feels on a slow machine, by the browser's own entries: Chromium with its
 * processor slowed down four times. Prints LCP, CLS and INP of the landing page and of the pages of a working day.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { BROWSER_ARGUMENTS, findBrowser } from '../tests/e2e/browser.ts'
import { DEMO_PASSWORD } from '../apps/api/src/demo/demo-people.ts'
import { startProgram } from './processes.ts'

const SLOW_DOWN = 4
const PORT = 48_090
const ORIGIN = `http://127.0.0.1:${PORT}`
const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))

interface Vitals {
  page: string
  /** Milliseconds. */
  lcp: number | null
  cls: number
  /** The slowest interaction, milliseconds; null where nothing was done. */
  inp: number | null
}

/** Collects the entries from the first moment of a page on. */
const observe = () => {
  const seen = { lcp: 0, cls: 0, inp: 0 }
  Object.assign(window, { seenVitals: seen })
  const watch = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    })
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.cls += shift.value
  })
  watch('event', (entry) => (seen.inp = Math.max(seen.inp, entry.duration)), { durationThreshold: 16 })
}

const readVitals = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { seenVitals: { lcp: number; cls: number; inp: number } }).seenVitals,
  )

const round = (value: number) => Math.round(value * 1000) / 1000

const measure = async (page: Page, name: string, work: () => Promise<void>): Promise<Vitals> => {
  const before = await readVitals(page).catch(() => undefined)
  if (before)
    await page.evaluate(() =>
      Object.assign((window as unknown as { seenVitals: object }).seenVitals, { cls: 0, inp: 0 }),
    )
  await work()
  await page.waitForTimeout(1_000)
  const { lcp, cls, inp } = await readVitals(page)
  return {
    page: name,
    lcp: before ? null : Math.round(lcp),
    cls: round(cls),
    inp: inp ? Math.round(inp) : null,
  }
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'zelab-bench-web-'))
const product = await startProgram({
  name: 'The demo',
  args: [path.join(REPOSITORY, 'apps/api/dist/server.js')],
  env: { DATA_DIR: dataDir, PORT: String(PORT), APP_URL: ORIGIN, DEMO: '1', LOG_LEVEL: 'warn' },
  healthAddress: `${ORIGIN}/readyz`,
})
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGUMENTS })
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(observe)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })

  const results: Vitals[] = []
  results.push(
    await measure(page, 'landing page', async () => {
      await page.goto(ORIGIN)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }),
  )
  await context.request.post(`${ORIGIN}/api/v1/auth/user/login`, {
    data: { email: 'doctor@alnoor.example', password: DEMO_PASSWORD },
    headers: { origin: ORIGIN },
  })
  await page.goto('about:blank')
  results.push(
    await measure(page, 'dashboard, first load', async () => {
      await page.goto(`${ORIGIN}/user/dashboard`)
      await page.getByRole('heading', { name: 'Total Patients' }).waitFor()
    }),
  )
  results.push(
    await measure(page, 'patients list, by click', async () => {
      await page.getByRole('link', { name: 'View Patients', exact: true }).first().click()
      await page.getByRole('table', { name: 'Patients' }).getByRole('row').nth(5).waitFor()
    }),
  )
  results.push(
    await measure(page, 'next page of the list', async () => {
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await page.getByText('Page 2 of', { exact: false }).waitFor()
    }),
  )
  results.push(
    await measure(page, 'dashboard, by click', async () => {
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
      await page.getByRole('heading', { name: 'Total Patients' }).waitFor()
    }),
  )
  console.table(results)
  writeFileSync(
    path.join(REPOSITORY, 'bench/results/web.json'),
    `${JSON.stringify({ slowedDown: SLOW_DOWN, results }, null, 2)}\n`,
  )
} finally {
  await browser.close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
