/**
 * `npm run bench:web`: measures the built demo in Chromium with an empty cache and a CPU slowed down four times. Prints
 * the median LCP, CLS and INP of the landing page and everyday pages.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { BROWSER_ARGUMENTS, findBrowser } from '../tests/e2e/browser.ts'
import { DEMO_PASSWORD } from '../apps/api/demo/demo-people.ts'
import { publishFile } from './files.ts'
import { isMachineQuiet, loadNow } from './load-average.ts'
import { startProgram } from './processes.ts'
import { makePicturePage } from './sample-pdf.ts'

const SLOW_DOWN = 4
const ROUNDS = 5
const SETTLE_MS = 1_000
const PORT = 48_090
const ORIGIN = `http://127.0.0.1:${PORT}`
const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))
const RESULTS = path.join(REPOSITORY, 'bench/results')

interface Vitals {
  page: string
  /** Milliseconds; null where the page was not reloaded. */
  lcp: number | null
  cls: number
  /** The slowest interaction in milliseconds; null without clicks or typing. */
  inp: number | null
  /** Milliseconds from the click until the first page of a 200 kB PDF is visible; null elsewhere. */
  firstPage: number | null
  /** Until the page is rendered from the file, with selectable text. */
  drawn: number | null
}

type OpenedFile = Record<'firstPage' | 'drawn', number>

interface Seen {
  lcp: number
  cls: number
  inp: number
  shifted: string[]
}

interface Step {
  page: string
  kind: 'load' | 'interaction'
  work: (page: Page) => Promise<OpenedFile | void>
}

let reportId = 0

/** Milliseconds from the next click until the dialog's image is painted. */
const firstPagePainted = () =>
  new Promise<number>((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        new MutationObserver((_, observer) => {
          const image = document.querySelector<HTMLImageElement>('[role=dialog] img')
          if (!image) return
          observer.disconnect()
          void image.decode().then(() => {
            // The second frame begins after the image was painted.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)))
          })
        }).observe(document.body, { childList: true, subtree: true })
      },
      { once: true, capture: true },
    )
  })

const steps: Step[] = [
  {
    page: 'landing page',
    kind: 'load',
    work: async (page) => {
      await page.goto(ORIGIN)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    page: 'login dialog, by click',
    kind: 'interaction',
    work: async (page) => {
      await page.getByRole('button', { name: 'Doctor' }).click()
      await page.getByLabel('Email').waitFor()
    },
  },
  {
    page: 'dashboard',
    kind: 'load',
    work: async (page) => {
      await signIn(page.context(), 'doctor@alnoor.example')
      await page.goto(`${ORIGIN}/user/dashboard`)
      await page.getByRole('article').filter({ hasText: 'Total Patients' }).getByText(/\d/).first().waitFor()
    },
  },
  {
    page: 'patients list, by click',
    kind: 'interaction',
    work: async (page) => {
      await page.getByRole('link', { name: 'View Patients', exact: true }).first().click()
      await page.getByRole('table', { name: 'Patients' }).getByRole('row').nth(5).waitFor()
    },
  },
  {
    page: 'next page of the list',
    kind: 'interaction',
    work: async (page) => {
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await page.waitForURL(/page=2/)
    },
  },
  {
    page: 'typed search',
    kind: 'interaction',
    work: async (page) => {
      await page.getByRole('searchbox').first().pressSequentially('layla', { delay: 120 })
      await page.waitForURL(/search=layla/)
    },
  },
  {
    page: 'patients list',
    kind: 'load',
    work: async (page) => {
      await page.goto(`${ORIGIN}/user/patients`)
      await page.getByRole('table', { name: 'Patients' }).getByRole('row').nth(5).waitFor()
    },
  },
  {
    page: 'report',
    kind: 'load',
    work: async (page) => {
      await page.goto(`${ORIGIN}/user/reports/view/${reportId}`)
      await page
        .getByRole('region', { name: 'Report Preview' })
        .getByRole('button', { name: 'View' })
        .waitFor()
    },
  },
  {
    page: 'its file, by click',
    kind: 'interaction',
    work: async (page) => {
      const button = page
        .getByRole('region', { name: 'Report Preview' })
        .getByRole('button', { name: 'View' })
      // The page has already shown the image, as for users who open the file after reading the page.
      await page.getByRole('region', { name: 'Report Preview' }).locator('img[src]').waitFor()
      await button.hover()
      const painted = page.evaluate(firstPagePainted)
      const startedAt = performance.now()
      await button.click()
      const dialog = page.getByRole('dialog')
      const drawing = dialog
        .frameLocator('iframe')
        .getByRole('region', { name: 'Page 1', exact: true })
        .locator('canvas')
        .first()
      await drawing.waitFor()
      const drawn = performance.now() - startedAt
      const missing = page.waitForTimeout(SETTLE_MS).then(() => {
        throw new Error('No image of the first page was painted')
      })
      return { firstPage: await Promise.race([painted, missing]), drawn }
    },
  },
]

const signIn = async (context: BrowserContext, email: string) => {
  await context.request.post(`${ORIGIN}/api/v1/auth/user/login`, {
    data: { email, password: DEMO_PASSWORD },
    headers: { origin: ORIGIN },
  })
}

const publishReport = async (browser: Browser): Promise<number> => {
  const context = await browser.newContext()
  await signIn(context, 'technician@alnoor.example')
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const patients = await context.request.get(`${ORIGIN}/api/v1/patient/getAll`)
  const { data } = (await patients.json()) as { data: { id: number }[] }
  const publisher = { origin: ORIGIN, cookie, patientId: data[0]?.id ?? 1 }
  const { id } = await publishFile(publisher, makePicturePage())
  await context.close()
  return id
}

const measure = async (page: Page, { page: name, kind, work }: Step): Promise<Vitals> => {
  if (kind === 'interaction')
    await page.evaluate('Object.assign(seenVitals, { cls: 0, inp: 0, shifted: [] })')
  const opened = await work(page)
  // A page with a viewer frame never becomes idle.
  if (!opened) await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLE_MS)
  const seen = await page.evaluate<Seen>('seenVitals')
  if (seen.cls > 0) console.log(`${name}: shifted`, seen.shifted)
  // A missing entry means a broken measurement, not a fast page.
  if (kind === 'load' ? seen.lcp === 0 : seen.inp === 0) throw new Error(`${name}: nothing was measured`)
  return {
    page: name,
    lcp: kind === 'load' ? Math.round(seen.lcp) : null,
    cls: Math.round(seen.cls * 10_000) / 10_000,
    inp: kind === 'interaction' ? Math.round(seen.inp) : null,
    firstPage: opened ? Math.round(opened.firstPage) : null,
    drawn: opened ? Math.round(opened.drawn) : null,
  }
}

const measureRound = async (browser: Browser): Promise<Vitals[]> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript({ path: path.join(REPOSITORY, 'bench/web-vitals.js') })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  const vitals: Vitals[] = []
  for (const step of steps) vitals.push(await measure(page, step))
  await context.close()
  return vitals
}

const middle = (values: (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b)
  return known[Math.floor(known.length / 2)] ?? null
}

/** The median of every time, and the worst layout shift. */
const summaryOf = (rounds: Vitals[][]): Vitals[] =>
  steps.map(({ page }, step) => {
    const seen = rounds.flatMap((round) => round[step] ?? [])
    return {
      page,
      lcp: middle(seen.map(({ lcp }) => lcp)),
      cls: Math.max(...seen.map(({ cls }) => cls)),
      inp: middle(seen.map(({ inp }) => inp)),
      firstPage: middle(seen.map(({ firstPage }) => firstPage)),
      drawn: middle(seen.map(({ drawn }) => drawn)),
    }
  })

const isStored = isMachineQuiet()
const loadBefore = loadNow()
const dataDir = mkdtempSync(path.join(tmpdir(), 'zelab-bench-web-'))
const product = await startProgram({
  name: 'The demo',
  args: [path.join(REPOSITORY, 'apps/api/dist/server.js')],
  env: { DATA_DIR: dataDir, PORT: String(PORT), APP_URL: ORIGIN, DEMO: '1', LOG_LEVEL: 'warn' },
  healthAddress: `${ORIGIN}/readyz`,
})
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGUMENTS })
try {
  reportId = await publishReport(browser)
  const rounds: Vitals[][] = []
  while (rounds.length < ROUNDS) rounds.push(await measureRound(browser))
  const results = summaryOf(rounds)
  console.table(results)
  if (isStored) {
    const run = { loadBefore, loadAfter: loadNow(), browser: browser.version(), slowedDown: SLOW_DOWN }
    mkdirSync(RESULTS, { recursive: true })
    writeFileSync(
      path.join(RESULTS, 'web.json'),
      `${JSON.stringify({ ...run, rounds: ROUNDS, results }, null, 2)}\n`,
    )
  }
} finally {
  await browser.close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
