import { CONFIRM } from '@zelab/contract'
import type { Locator } from '@playwright/test'
import { withEmptyInstallation } from '../empty-installation.ts'
import { expect } from '../fixtures.ts'
import { dropFiles } from '../inbox-files.ts'
import { tabTo } from '../keyboard.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { ReportPage } from '../pages/report-page.ts'
import { samplePdf } from '../sample-files.ts'
import type { Credentials } from '../test-data.ts'
import type { Job } from './job.ts'

const LAB = 'Harbour Laboratory'
const DOCTOR = { name: 'Layla Haddad', email: 'layla@harbour.test', password: 'Harbour@2026' }

/** From the first sign-in of the Admin to the first report, with the lab's letterhead. */
export const setUp = async ({ page, begin }: Job): Promise<void> =>
  withEmptyInstallation(page, 'set-up-job', async ({ admin }) => {
    const { keyboard } = page
    const card = (name: string) => page.getByRole('region', { name, exact: true })
    const answer = (question: string, button: string) =>
      page
        .getByRole('dialog')
        .filter({ hasText: question })
        .getByRole('button', { name: button, exact: true })
        .click()
    const signInWith = async ({ email, password }: Credentials) => {
      await page.getByRole('button', { name: 'Get Started' }).click()
      await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused()
      await keyboard.type(email)
      await keyboard.press('Tab')
      await keyboard.type(password)
      await keyboard.press('Enter')
      await expect(page).toHaveURL(/\/user\/dashboard$/)
    }
    const typeInto = async (
      fields: readonly (readonly [Locator, string])[],
      moveOn: (to: Locator) => Promise<void>,
    ) => {
      for (const [place, [field, text]] of fields.entries()) {
        if (place > 0) await moveOn(field)
        await expect(field).toBeFocused()
        await keyboard.type(text)
      }
      await keyboard.press('Enter')
    }
    const byTab = (field: Locator) => tabTo(page, field)
    const byEnter = () => keyboard.press('Enter')

    await begin()
    await signInWith(admin)
    await page.getByRole('link', { name: 'Create Lab' }).click()
    const lab = card('Lab')
    await typeInto(
      [
        [lab.getByLabel('Lab Name'), LAB],
        [lab.getByLabel('Address Line 1'), '12 Harbour Road'],
        [lab.getByLabel('City'), 'Dubai'],
      ],
      byTab,
    )
    await answer(CONFIRM.addLab(LAB), 'Add Lab')
    const person = card('First person')
    await typeInto(
      [
        [person.getByLabel('Full Name'), DOCTOR.name],
        [person.getByRole('textbox', { name: 'Phone Number' }), '+971501234567'],
        [person.getByRole('textbox', { name: 'Email' }), DOCTOR.email],
        [person.getByLabel(/^Password/), DOCTOR.password],
        [person.getByLabel(/^Confirm Password/), DOCTOR.password],
      ],
      byTab,
    )
    await answer(CONFIRM.addUser(DOCTOR.name), 'Add User')
    await card('Report Types')
      .getByRole('button', { name: /^Add \d+ Report Types$/ })
      .click()
    await answer('Are you sure you want to add Complete Blood Count, Blood Glucose', 'Add')
    await card('Letterhead').getByRole('button', { name: 'Save Letterhead' }).click()
    await card('First report').getByRole('button', { name: 'Logout' }).click()
    await answer(CONFIRM.logout, 'Logout')
    await signInWith(DOCTOR)
    await page.getByTestId('sidebar').getByRole('link', { name: 'Add Patient' }).click()
    const form = new RegistrationPage(page)
    await typeInto(
      [
        [form.fullName, 'Mariam Al Suwaidi'],
        [form.email, 'mariam@mail.test'],
        [form.phone, '504442041'],
        [form.dob, '29021988'],
        [form.gender, 'f'],
      ],
      byEnter,
    )
    await page
      .getByRole('link', { name: /^Publish report/i })
      .first()
      .click()
    const publishing = new PublishPage(page)
    await expect(publishing.reportType).toBeFocused()
    await dropFiles(page, [samplePdf()], page.getByText('Drag a file here'))
    await expect(publishing.fileCard).toBeVisible()
    // Its name contains that of the type.
    await expect(publishing.title).toHaveValue('Complete Blood Count')
    await keyboard.press('Enter')
    await publishing.confirm.click()
    await page.getByRole('link', { name: 'Complete Blood Count' }).first().click()
    await expect(new ReportPage(page).card('Report Preview')).toContainText('With the lab’s letterhead')
  })
