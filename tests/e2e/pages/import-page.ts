import { expect, type Locator, type Page } from '@playwright/test'
import type { SampleFile } from '../sample-files.ts'

export class ImportPage {
  readonly page: Page
  readonly lab: Locator
  readonly dateOrder: Locator
  readonly chooseFile: Locator
  readonly anotherFile: Locator
  readonly progress: Locator
  readonly rows: Locator
  readonly leaveOut: Locator
  readonly register: Locator
  readonly question: Locator

  constructor(page: Page) {
    this.page = page
    this.lab = page.getByRole('combobox', { name: 'Lab' })
    this.dateOrder = page.getByRole('combobox', { name: 'Date format of the file' })
    this.chooseFile = page.getByRole('button', { name: 'Choose File' })
    this.anotherFile = page.getByRole('button', { name: 'Choose Another File' })
    this.progress = page.getByRole('progressbar')
    this.rows = page.getByRole('table', { name: 'Rows' })
    this.leaveOut = page.getByRole('checkbox', { name: /^Skip possible duplicates/ })
    this.register = page.getByRole('button', { name: /^Register \d/ })
    this.question = page.getByRole('dialog', { name: 'Register patients' })
  }

  async open(): Promise<void> {
    await this.page.goto('/user/patients/import')
    await expect(this.chooseFile).toBeVisible()
  }

  async upload(file: SampleFile): Promise<void> {
    await this.page.locator('input[type=file]').setInputFiles(file)
  }

  tab(name: 'Errors' | 'Possible duplicates' | 'All rows'): Locator {
    return this.page.getByRole('navigation', { name: 'Rows' }).getByRole('link', { name })
  }

  figure(title: string): Locator {
    return this.page.getByRole('article').filter({ has: this.page.getByRole('heading', { name: title }) })
  }

  async confirm(): Promise<void> {
    await this.question.getByRole('button', { name: 'Register', exact: true }).click()
  }
}
