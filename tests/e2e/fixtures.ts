import { test as base, type Page } from '@playwright/test'
import { CallControl } from './call-control.ts'
import { KeptPages } from './kept-pages.ts'
import { PageWatch } from './page-watch.ts'
import { startProduct, type ProductServer } from './product-server.ts'
import { signIn } from './sign-in.ts'
import { TestData, type Credentials } from './test-data.ts'
import { TEST_MS } from '../../test-limits.ts'

interface WorkerFixtures {
  server: ProductServer
  data: TestData
  keptPages: KeptPages
}

interface TestFixtures {
  /** Fails the test on problems in the browser, except those allowed with `watch.allowHttp(404, …)`. */
  watch: PageWatch
  calls: CallControl
  signIn: (user: Credentials, page?: Page) => Promise<void>
  /** Another browser, signed in if a user is given. */
  openBrowser: (user?: Credentials) => Promise<Page>
}

/** From the configuration: a test with another locale gets a new page. */
const KEPT_LOCALE = 'en-US'

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use, workerInfo) => {
      const server = await startProduct(`e2e-${workerInfo.workerIndex}`)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: TEST_MS },
  ],
  data: [
    async ({ server }, use) => {
      const data = new TestData(server)
      await use(data)
      await data.close()
    },
    { scope: 'worker' },
  ],
  keptPages: [
    async ({ browser, server }, use) => {
      const keptPages = new KeptPages(browser, server.url)
      await use(keptPages)
      await keptPages.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url)
  },
  context: async ({ page }, use) => {
    await use(page.context())
  },
  page: async ({ keptPages, browser, locale }, use) => {
    if (locale !== KEPT_LOCALE) {
      const page = await browser.newPage()
      await use(page)
      await page.context().close()
      return
    }
    const page = await keptPages.take()
    await use(page)
    await keptPages.giveBack(page)
  },
  watch: [
    async ({ context, server }, use, testInfo) => {
      const watch = new PageWatch()
      watch.watch(context)
      await use(watch)
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server log', { path: server.logFile })
      watch.verify()
    },
    { auto: true },
  ],
  calls: async ({ page, watch }, use) => {
    await use(new CallControl(page, watch))
  },
  signIn: async ({ page, server }, use) => {
    await use((user, other) => signIn(other ?? page, server.url, user))
  },
  openBrowser: async ({ keptPages, server, watch }, use) => {
    const pages: Page[] = []
    await use(async (user) => {
      const page = await keptPages.take()
      watch.watch(page.context())
      pages.push(page)
      if (user) await signIn(page, server.url, user)
      return page
    })
    for (const page of pages) await keptPages.giveBack(page)
  },
})

export { expect } from '@playwright/test'
