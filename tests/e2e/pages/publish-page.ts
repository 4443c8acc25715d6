import { expect, type Locator, type Page } from '@playwright/test'
import { CONFIRM } from '@zelab/contract'
import type { SampleFile } from '../sample-files.ts'

export class PublishPage {
  readonly page: Page
  readonly patient: Locator
  readonly title: Locator
  readonly reportType: Locator
  readonly remark: Locator
  readonly chooseFile: Locator
  readonly picker: Locator
  readonly progress: Locator
  readonly fileCard: Locator
  readonly newReportType: Locator
  readonly submit: Locator
  readonly question: Locator
  readonly confirm: Locator

  constructor(page: Page) {
    this.page = page
    this.patient = page.getByRole('region', { name: 'Patient', exact: true })
    this.title = page.getByRole('textbox', { name: 'Report Title', exact: true })
    this.reportType = page.getByRole('combobox', { name: 'Report Type', exact: true })
    this.remark = page.getByRole('textbox', { name: 'Remark', exact: true })
    this.chooseFile = page.getByRole('button', { name: 'Choose File' })
    this.picker = page.locator('input[type=file]')
    this.progress = page.getByTestId('upload-progress')
    this.fileCard = page.getByTestId('uploaded-file')
    this.newReportType = page.getByRole('button', { name: 'New Report Type' })
    this.submit = page.getByRole('button', { name: 'Publish Report', exact: true })
    this.question = page.getByRole('dialog').filter({ has: page.getByText(CONFIRM.publish, { exact: true }) })
    this.confirm = this.question.getByRole('button', { name: /^Publish/ })
  }

  async open(patientId: number): Promise<void> {
    await this.page.goto(`/user/patient/${patientId}/report/publish`)
  }

  async upload(file: SampleFile): Promise<void> {
    await this.picker.setInputFiles(file)
    await expect(this.fileCard).toContainText(file.name)
  }

  async chooseType({ id, title }: { id: number; title: string }): Promise<void> {
    await this.reportType.click()
    await this.page.getByRole('option', { name: `${id} - ${title}`, exact: true }).click()
  }

  newTypeDialog(): { dialog: Locator; title: Locator; description: Locator; submit: Locator } {
    const dialog = this.page.getByRole('dialog', { name: 'New Report Type' })
    return {
      dialog,
      title: dialog.getByRole('textbox', { name: 'Title', exact: true }),
      description: dialog.getByRole('textbox', { name: 'Description', exact: true }),
      submit: dialog.getByRole('button', { name: 'Add Report Type' }),
    }
  }

  newTypeQuestion(title: string): Locator {
    return this.page
      .getByRole('dialog')
      .filter({ has: this.page.getByText(CONFIRM.addReportType(title), { exact: true }) })
  }
}
