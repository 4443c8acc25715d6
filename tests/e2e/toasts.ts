import type { Locator, Page } from '@playwright/test'

/** The toasts on screen; a failed form or fetch shows an alert too, but not in this corner. */
export const toasts = (page: Page): Locator => page.locator('.mantine-Notification-root')

/** The toast that says exactly this. */
export const toast = (page: Page, text: string): Locator =>
  toasts(page).filter({ has: page.getByText(text, { exact: true }) })
