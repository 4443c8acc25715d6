import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { API_BASE } from '@zelab/contract'

const DELAY_MS = 100

/** Limits the page's upload speed, like a clinic's connection; -1 removes the limit. */
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

/** Delays responses until the returned function is called, so that the page is visible without them. */
export const delayAnswers = async (page: Page): Promise<() => Promise<void>> => {
  await page.route(`**${API_BASE}/**`, async (route) => {
    await sleep(DELAY_MS)
    await route.continue()
  })
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}
