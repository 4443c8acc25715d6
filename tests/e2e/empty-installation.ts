import type { Page } from '@playwright/test'
import { startProduct, type ProductServer } from './product-server.ts'

/** Opens the page of an installation that has an Admin and nothing else. */
export const withEmptyInstallation = async (
  page: Page,
  name: string,
  use: (server: ProductServer) => Promise<void>,
): Promise<void> => {
  const server = await startProduct(name)
  try {
    await page.goto(server.url)
    await use(server)
  } finally {
    await page.goto('about:blank')
    await server.stop()
  }
}
