import type { Locator, Page } from '@playwright/test'

export class ReportsPage {
  readonly page: Page
  readonly table: Locator
  readonly rows: Locator
  readonly titles: Locator
  readonly typeFilter: Locator
  readonly sortToggle: Locator
  readonly count: Locator
  readonly previous: Locator
  readonly next: Locator

  constructor(page: Page) {
    this.page = page
    this.table = page.getByRole('table', { name: 'Reports' })
    this.rows = this.table.locator('tbody').getByRole('row')
    this.titles = this.rows.locator('td:first-child')
    this.typeFilter = page.getByRole('combobox', { name: 'Report type', exact: true })
    this.sortToggle = page.getByRole('button', { name: 'Sort by Date' })
    this.count = page.getByText(/^(1 report|[\d,]+ reports) found$/)
    this.previous = page.getByRole('button', { name: 'Previous', exact: true })
    this.next = page.getByRole('button', { name: 'Next', exact: true })
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/user/reports${query}`)
  }

  row(title: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('rowheader', { name: title, exact: true }) })
  }
}
