import type { Locator, Page } from '@playwright/test'
import { RegistrationPage } from './registration-page.ts'

export class EditPatientPage extends RegistrationPage {
  readonly save: Locator
  readonly conflict: Locator

  constructor(page: Page) {
    super(page)
    this.save = page.getByRole('button', { name: /^Sav(e Changes|ing\.\.\.)$/ })
    this.conflict = page
      .getByRole('alert')
      .filter({ hasText: 'Another user changed this record in the meantime' })
  }

  async openFor(patient: { id: number }): Promise<void> {
    await this.page.goto(`/user/patients/edit/${patient.id}`)
    await this.fullName.waitFor()
  }
}
