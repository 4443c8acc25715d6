import type { Page } from '@playwright/test'

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
