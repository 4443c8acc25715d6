import type { Locator } from '@playwright/test'

export const detail = (card: Locator, label: string): Locator =>
  card
    .locator('dl > div')
    .filter({ has: card.page().locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
