import { test as base, type Page } from '@playwright/test'
import { CallControl } from './call-control.ts'
import { PageWatch } from './page-watch.ts'
import { startProduct, type ProductServer } from './product-server.ts'
import { signIn } from './sign-in.ts'
import { TestData, type Credentials } from './test-data.ts'

interface WorkerFixtures {
  /** The built product, one for each worker. */
  server: ProductServer
  /** Creates labs, users, patients and reports through the API. */
  data: TestData
}

interface TestFixtures {
  /** Fails the test for anything that goes wrong in the browser; `watch.allowHttp(404, …)` says what is meant to. */
  watch: PageWatch
  /** Watches single calls of the test's own page, and makes them fail or wait. */
  calls: CallControl
  /** Signs a page's browser in, quickly; without a page the test's own. */
  signIn: (user: Credentials, page?: Page) => Promise<void>
  /** A further browser, as on another person's desk; signed in when a user is given. */
  openBrowser: (user?: Credentials) => Promise<Page>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use, workerInfo) => {
      const server = await startProduct(`e2e-${workerInfo.workerIndex}`)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  data: [
    async ({ server }, use) => {
      const data = new TestData(server)
      await use(data)
      await data.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url)
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
  openBrowser: async ({ browser, server, watch }, use) => {
    const pages: Page[] = []
    await use(async (user) => {
      const context = await browser.newContext()
      watch.watch(context)
      const page = await context.newPage()
      pages.push(page)
      if (user) await signIn(page, server.url, user)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

export { expect } from '@playwright/test'
