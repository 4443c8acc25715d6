import type { Locator, Page } from '@playwright/test'

type Card = 'Patient Information' | 'Report Status' | 'Additional Information' | 'Report Preview'

export class ReportPage {
  readonly page: Page
  readonly view: Locator
  readonly download: Locator
  readonly more: Locator
  readonly openInNewTab: Locator
  readonly enlarge: Locator
  readonly preview: Locator
  readonly firstPage: Locator

  constructor(page: Page) {
    this.page = page
    this.view = page.getByRole('link', { name: 'View Report', exact: true })
    this.download = page.getByRole('link', { name: 'Download', exact: true })
    this.more = page.getByRole('button', { name: 'More actions', exact: true })
    this.openInNewTab = page.getByRole('link', { name: 'Open in New Tab', exact: true })
    this.enlarge = this.card('Report Preview').getByRole('button', { name: 'View', exact: true })
    this.preview = page.getByRole('dialog')
    this.firstPage = this.card('Report Preview').locator('img')
  }

  async open(reportId: number): Promise<void> {
    await this.page.goto(`/user/reports/view/${reportId}`)
  }

  async choose(action: 'Amend' | 'Withdraw'): Promise<void> {
    await this.more.click()
    await this.page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  card(title: Card): Locator {
    return this.page.getByRole('region', { name: title, exact: true })
  }
}
