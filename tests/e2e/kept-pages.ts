import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test'

/** A small document of the product's origin: another origin would end the renderer process. */
const RESTING_ADDRESS = '/healthz'

const PAGE_EVENTS = [
  'console',
  'crash',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

const CONTEXT_EVENTS = [
  'console',
  'dialog',
  'page',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'weberror',
] as const

const noteCalls = <T extends object>(target: T, names: (keyof T & string)[], note: () => void) => {
  for (const name of names) {
    const method = target[name] as (...values: unknown[]) => unknown
    Object.assign(target, {
      [name]: (...values: unknown[]) => {
        note()
        return method.apply(target, values)
      },
    })
  }
}

const closeOtherPages = async (context: BrowserContext, kept: Page) => {
  for (const page of context.pages()) if (page !== kept) await page.close()
}

/**
 * Pages that a worker's tests use one after the other: the renderer process has compiled the application, which halves
 * the CPU time of a test's first load. Cookies, storage, permissions, routes, listeners and size are reset between
 * tests. A page with changes that cannot be reset is discarded.
 */
export class KeptPages {
  private readonly browser: Browser
  private readonly origin: string
  private readonly resting: Page[] = []
  private readonly spent = new WeakSet<Page>()
  private size: ViewportSize | null = null

  constructor(browser: Browser, origin: string) {
    this.browser = browser
    this.origin = origin
  }

  async take(): Promise<Page> {
    const rested = this.resting.pop()
    if (rested) return rested
    const context = await this.browser.newContext()
    const page = await context.newPage()
    this.size = page.viewportSize()
    const spend = () => void this.spent.add(page)
    noteCalls(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'], spend)
    noteCalls(page.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], spend)
    noteCalls(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession'], spend)
    noteCalls(context, ['setExtraHTTPHeaders', 'setGeolocation', 'setOffline'], spend)
    return page
  }

  async giveBack(page: Page): Promise<void> {
    if (!this.spent.has(page) && (await this.clean(page))) this.resting.push(page)
    else await page.context().close()
  }

  async close(): Promise<void> {
    for (const page of this.resting) await page.context().close()
  }

  private async clean(page: Page) {
    const context = page.context()
    try {
      for (const event of PAGE_EVENTS) page.removeAllListeners(event)
      for (const event of CONTEXT_EVENTS) context.removeAllListeners(event)
      await closeOtherPages(context, page)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await page.goto(this.origin + RESTING_ADDRESS)
      await page.evaluate(async () => {
        localStorage.clear()
        sessionStorage.clear()
        for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
      })
      await context.clearCookies()
      await context.clearPermissions()
      await page.mouse.move(0, 0)
      await page.emulateMedia({
        media: null,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        contrast: null,
        forcedColors: null,
      })
      if (this.size) await page.setViewportSize(this.size)
      return true
    } catch {
      return false
    }
  }
}
