import type { Locator, Page } from '@playwright/test'

export class MergePage {
  readonly page: Page
  readonly search: Locator
  readonly reason: Locator
  readonly submit: Locator
  readonly question: Locator

  constructor(page: Page) {
    this.page = page
    this.search = page.getByRole('searchbox', { name: 'Search by name, ID, phone or email...' })
    this.reason = page.getByRole('textbox', { name: 'Reason' })
    this.submit = page.getByRole('button', { name: 'Merge Records' })
    this.question = page.getByRole('dialog', { name: 'Merge records' })
  }

  async openFor(patient: { id: number }, other?: { id: number }): Promise<void> {
    await this.page.goto(`/user/patients/merge/${patient.id}${other ? `?other=${other.id}` : ''}`)
  }

  candidates(list: 'Possible duplicates' | 'Found records'): Locator {
    return this.page.getByRole('list', { name: list }).getByRole('listitem')
  }

  choice(label: string): Locator {
    return this.page.getByRole('radiogroup', { name: label, exact: true })
  }

  line(label: string): Locator {
    return this.page.getByRole('group', { name: label, exact: true })
  }
}
