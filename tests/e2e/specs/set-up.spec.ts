import type { Page } from '@playwright/test'
import { CONFIRM } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { chooseFile } from '../choose-file.ts'
import { withEmptyInstallation } from '../empty-installation.ts'
import { expect, test } from '../fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { typePhone } from '../pages/fields.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { ReportPage } from '../pages/report-page.ts'
import { samplePdf } from '../sample-files.ts'
import type { Credentials } from '../test-data.ts'

const LAB = 'Harbour Laboratory'
const DOCTOR = { name: 'Layla Haddad', email: 'layla@harbour.test', password: 'Harbour@2026' }

const signInFrom = async (page: Page, { email, password }: Credentials) => {
  await page.getByRole('button', { name: 'Get Started' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/dashboard$/)
}

test('leads an empty installation to its first stamped report', async ({ page }) => {
  await withEmptyInstallation(page, 'set-up', async ({ admin }) => {
    const card = (name: string) => page.getByRole('region', { name, exact: true })
    const answer = (question: string, button: string) =>
      page
        .getByRole('dialog')
        .filter({ hasText: question })
        .getByRole('button', { name: button, exact: true })
        .click()

    await test.step('leads from the checklist to the page, at the lab [INSTALL-21]', async () => {
      await signInFrom(page, admin)
      await page.getByRole('link', { name: 'Create Lab' }).click()
      await expect(page.getByText('0 of 5 done')).toBeVisible()
      await expect(card('Lab').getByLabel('Lab Name')).toBeFocused()
      for (const later of ['First person', 'Letterhead'])
        await expect(card(later)).toContainText('Create the lab first.')
    })

    await test.step('adds the lab, with its question [INSTALL-21]', async () => {
      await page.keyboard.type(LAB)
      await page.keyboard.press('Tab')
      await page.keyboard.type('12 Harbour Road')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Dubai')
      await page.keyboard.press('Enter')
      await answer(CONFIRM.addLab(LAB), 'Add Lab')
      await expect(card('Lab')).toContainText(`${LAB}, Dubai`)
    })

    await test.step('adds its first person, a Doctor of the lab, whose form is focused next [INSTALL-22]', async () => {
      const person = card('First person')
      await expect(person.getByLabel('Full Name')).toBeFocused()
      await expect(person.getByRole('radio', { name: 'Doctor' })).toBeChecked()
      await expect(person.getByRole('combobox', { name: 'Lab' })).toHaveValue(LAB)
      await page.keyboard.type(DOCTOR.name)
      await typePhone(person.getByRole('textbox', { name: 'Phone Number' }), '+971501234567')
      await page.keyboard.press('Tab')
      await page.keyboard.type(DOCTOR.email)
      await person.getByLabel(/^Password/).fill(DOCTOR.password)
      await person.getByLabel(/^Confirm Password/).fill(DOCTOR.password)
      await page.keyboard.press('Enter')
      await answer(CONFIRM.addUser(DOCTOR.name), 'Add User')
      await expect(person).toContainText(`${DOCTOR.name} can sign in with ${DOCTOR.email}`)
      await expect(person).toContainText('/login')
    })

    await test.step('adds common report types, but for one, with one question [INSTALL-23]', async () => {
      const types = card('Report Types')
      await expect(types.getByRole('checkbox', { name: 'Complete Blood Count' })).toBeFocused()
      await types.getByRole('checkbox', { name: 'Urinalysis' }).press('Space')
      await types.getByRole('button', { name: 'Add 11 Report Types' }).click()
      await answer('Are you sure you want to add Complete Blood Count, Blood Glucose', 'Add')
      await expect(types).toContainText('Complete Blood Count')
      await expect(types).not.toContainText('Urinalysis')
    })

    await test.step('sets the letterhead, with its preview [INSTALL-24]', async () => {
      const letterhead = card('Letterhead')
      await expect(letterhead.getByRole('checkbox', { name: /letterhead on reports/ })).toBeFocused()
      await expect(letterhead.getByRole('img', { name: 'First page with this letterhead' })).toBeVisible()
      await letterhead.getByRole('button', { name: 'Save Letterhead' }).click()
      await expect(letterhead).toContainText('Done')
    })

    await test.step('shows it on a file of the Admin, which is not kept [INSTALL-29]', async () => {
      const letterhead = card('Letterhead')
      await expect(card('First report').getByRole('button', { name: 'Logout' })).toBeFocused()
      await chooseFile(page, letterhead.getByRole('button', { name: 'Try a File' }), samplePdf())
      await expect(letterhead.getByRole('img', { name: 'First page with this letterhead' })).toBeVisible()
      await expect(page.getByText('4 of 5 done')).toBeVisible()
      await expectAccessibleInBothSchemes(page)
    })

    await test.step('leads to the first report, by the person [INSTALL-20]', async () => {
      const report = card('First report')
      await report.getByRole('button', { name: 'Logout' }).click()
      await answer(CONFIRM.logout, 'Logout')
      await signInFrom(page, DOCTOR)
      await page.getByTestId('sidebar').getByRole('link', { name: 'Add Patient' }).click()
      const registration = new RegistrationPage(page)
      await registration.fill({
        fullName: 'Mariam Al Suwaidi',
        phone: '+971504442041',
        email: 'mariam@mail.test',
        dob: '1988-02-29',
        gender: 'FEMALE',
      })
      await registration.submit.click()
      await page
        .getByRole('link', { name: /^Publish report/i })
        .first()
        .click()
      const publishing = new PublishPage(page)
      await chooseFile(page, publishing.chooseFile, samplePdf())
      await publishing.title.fill('Blood count')
      await publishing.reportType.focus()
      await page.keyboard.type('Complete')
      await page.keyboard.press('Enter')
      await publishing.submit.click()
      await publishing.confirm.click()
      await page.getByRole('link', { name: 'Blood count' }).first().click()
      await expect(new ReportPage(page).card('Report Preview')).toContainText('With the lab’s letterhead')
    })
  })
})

test('keeps the page of an empty installation accessible [INSTALL-25]', async ({ page }) => {
  await withEmptyInstallation(page, 'set-up-states', async ({ url, admin }) => {
    await signInFrom(page, admin)
    await page.goto(`${url}/user/set-up`)
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoAxeViolations(page)
    await expectNothingSticksOut(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
