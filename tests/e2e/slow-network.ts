import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { API_BASE } from '@zelab/contract'

const DELAY_MS = 100

/** From now on the page sends no more than this, as over a clinic's line; -1 takes the limit away. */
export const limitUploads = async (page: Page, bytesPerSecond: number): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

/** From now on every answer comes late enough to see the page without it, until the returned function is called. */
export const delayAnswers = async (page: Page): Promise<() => Promise<void>> => {
  await page.route(`**${API_BASE}/**`, async (route) => {
    await sleep(DELAY_MS)
    await route.continue()
  })
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}
