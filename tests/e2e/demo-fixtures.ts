import type { Page } from '@playwright/test'
import { test as base } from './fixtures.ts'
import { PageWatch } from './page-watch.ts'
import { startProduct } from './product-server.ts'
import { newestRecords } from './screenshots/demo-records.ts'
import { screensOf, type Records, type Screen } from './screenshots/screens.ts'
import { statesOf } from './screenshots/states.ts'
import { TEST_MS } from '../../test-limits.ts'

interface WorkerFixtures {
  records: Records
  pages: Map<string, Page>
  still: Set<string>
}

/** The product with demo data: full lists, long names, every kind of record. */
export const test = base.extend<object, WorkerFixtures>({
  server: [
    async ({}, use, { workerIndex }) => {
      const server = await startProduct(`access-${workerIndex}`, { DEMO: '1' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: TEST_MS },
  ],
  records: [
    async ({ server }, use) => use(await newestRecords(server.url)),
    { scope: 'worker', timeout: TEST_MS },
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

const screensWith = (records: Records) => [...screensOf(records), ...statesOf(records)]

/** Only names are needed before the demo data is loaded. */
export const SCREENS = screensWith({ patient: 0, report: 0 })

export const screenNamed = (name: string, records: Records): Screen => {
  const screen = screensWith(records).find((one) => one.name === name)
  if (!screen) throw new Error(`No screen is called ${name}`)
  return screen
}
