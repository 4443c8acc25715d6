import type { Locator, Page } from '@playwright/test'

export class PatientsPage {
  readonly page: Page
  readonly table: Locator
  readonly rows: Locator
  readonly names: Locator
  readonly searchBox: Locator
  readonly addNew: Locator
  readonly pageSize: Locator
  readonly previous: Locator
  readonly next: Locator

  constructor(page: Page) {
    this.page = page
    this.table = page.getByRole('table', { name: 'Patients' })
    this.rows = this.table.locator('tbody').getByRole('row')
    this.names = this.rows.locator('td:nth-child(2)').getByRole('link')
    this.searchBox = page.getByRole('searchbox', { name: 'Search patients...' })
    this.addNew = page.getByRole('link', { name: 'Add New', exact: true })
    this.pageSize = page.getByLabel('Rows per page')
    this.previous = page.getByRole('button', { name: 'Previous', exact: true })
    this.next = page.getByRole('button', { name: 'Next', exact: true })
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/user/patients${query}`)
  }

  row(fullName: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('link', { name: fullName, exact: true }) })
  }

  cell(fullName: string, heading: (typeof PATIENT_COLUMNS)[number]): Locator {
    return this.row(fullName).locator('td').nth(PATIENT_COLUMNS.indexOf(heading))
  }

  figure(title: string): Locator {
    return this.page
      .getByRole('article')
      .filter({ has: this.page.getByRole('heading', { name: title, exact: true }) })
  }

  async openDays(): Promise<void> {
    await this.page.getByRole('button', { name: /^Registered/ }).click()
  }

  filter(name: 'Status' | 'Registration type' | 'Gender' | 'From date' | 'To date'): Locator {
    return this.page.getByRole('search', { name: 'Patients' }).getByLabel(name, { exact: true })
  }
}

export const PATIENT_COLUMNS = [
  'ID',
  'Full Name',
  'Contact Information',
  'Personal Details',
  'EMR ID',
  'Registration Info',
  'Actions',
] as const
