import { expect, type Locator, type Page } from '@playwright/test'
import type { SampleFile } from '../sample-files.ts'

export class AmendPage {
  readonly page: Page
  readonly title: Locator
  readonly reportType: Locator
  readonly remark: Locator
  readonly reason: Locator
  readonly note: Locator
  readonly currentFile: Locator
  readonly replaceFile: Locator
  readonly fileCard: Locator
  readonly submit: Locator
  readonly problem: Locator
  readonly question: Locator
  readonly confirm: Locator

  constructor(page: Page) {
    this.page = page
    this.title = page.getByRole('textbox', { name: 'Report Title', exact: true })
    this.reportType = page.getByRole('combobox', { name: 'Report Type', exact: true })
    this.remark = page.getByRole('textbox', { name: 'Remark', exact: true })
    this.reason = page.getByRole('combobox', { name: 'Reason', exact: true })
    this.note = page.getByRole('textbox', { name: 'Note', exact: true })
    this.currentFile = page.getByTestId('current-file')
    this.replaceFile = page.getByRole('button', { name: 'Replace File', exact: true })
    this.fileCard = page.getByTestId('uploaded-file')
    this.submit = page.getByRole('button', { name: 'Amend Report', exact: true })
    this.problem = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: /report/ })
    this.question = page.getByRole('dialog', { name: 'Amend report' })
    this.confirm = this.question.getByRole('button', { name: 'Amend', exact: true })
  }

  async open(reportId: number): Promise<void> {
    await this.page.goto(`/user/reports/amend/${reportId}`)
    await expect(this.submit).toBeVisible()
  }

  async replaceFileWith(file: SampleFile): Promise<void> {
    await this.replaceFile.click()
    await this.page.locator('input[type=file]').setInputFiles(file)
    await expect(this.fileCard).toContainText(file.name)
  }

  changes(): Promise<string[][]> {
    return this.question
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
  }
}
