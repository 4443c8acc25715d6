import type { Locator, Page } from '@playwright/test'

/** Only toasts: failed forms and requests also show alerts, but elsewhere. */
export const toasts = (page: Page): Locator => page.locator('.mantine-Notification-root')

export const toast = (page: Page, text: string): Locator =>
  toasts(page).filter({ has: page.getByText(text, { exact: true }) })
