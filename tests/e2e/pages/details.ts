import type { Locator } from '@playwright/test'

/** The value beside a label in a card's list of details. */
export const detail = (card: Locator, label: string): Locator =>
  card
    .locator('dl > div')
    .filter({ has: card.page().locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
