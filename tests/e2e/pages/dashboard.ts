import type { Locator, Page } from '@playwright/test'

export const panel = (page: Page, name: 'Recent Reports' | 'Recent Patients'): Locator =>
  page.getByRole('region', { name })

export const cardTitled = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
