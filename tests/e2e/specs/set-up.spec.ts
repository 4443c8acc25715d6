import type { Locator, Page } from '@playwright/test'
import { CONFIRM } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { chooseFile } from '../choose-file.ts'
import { expect, test } from '../fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { typePhone } from '../pages/fields.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { ReportPage } from '../pages/report-page.ts'
import { startProduct, type ProductServer } from '../product-server.ts'
import { samplePdf } from '../sample-files.ts'
import type { Credentials } from '../test-data.ts'

const LAB = 'Harbour Laboratory'
const DOCTOR = { name: 'Layla Haddad', email: 'layla@harbour.test', password: 'Harbour@2026' }

/** Counts the clicks of the mouse. Typing, Tab and Enter are no clicks. */
const countClicks = () => {
  let clicks = 0
  const click = async (control: Locator) => {
    clicks += 1
    await control.click()
  }
  return { click, choose: () => (clicks += 1), counted: () => clicks }
}

const signInFrom = async (
  page: Page,
  click: (control: Locator) => Promise<void>,
  { email, password }: Credentials,
) => {
  await click(page.getByRole('button', { name: 'Get Started' }))
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/dashboard$/)
}

const withEmptyInstallation = async (
  page: Page,
  name: string,
  use: (server: ProductServer) => Promise<void>,
) => {
  const server = await startProduct(name)
  try {
    await page.goto(server.url)
    await use(server)
  } finally {
    await page.goto('about:blank')
    await server.stop()
  }
}

test('leads an empty installation to its first stamped report in at most 18 clicks [INSTALL-20]', async ({
  page,
}) => {
  await withEmptyInstallation(page, 'set-up', async ({ admin }) => {
    const { click, choose, counted } = countClicks()
    const card = (name: string) => page.getByRole('region', { name, exact: true })
    const answer = (question: string, button: string) =>
      click(
        page
          .getByRole('dialog')
          .filter({ hasText: question })
          .getByRole('button', { name: button, exact: true }),
      )

    await test.step('leads from the checklist to the page, at the lab [INSTALL-21]', async () => {
      await signInFrom(page, click, admin)
      await click(page.getByRole('link', { name: 'Create Lab' }))
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
      await click(types.getByRole('button', { name: 'Add 11 Report Types' }))
      await answer('Are you sure you want to add Complete Blood Count, Blood Glucose', 'Add')
      await expect(types).toContainText('Complete Blood Count')
      await expect(types).not.toContainText('Urinalysis')
    })

    await test.step('sets the letterhead, with its preview [INSTALL-24]', async () => {
      const letterhead = card('Letterhead')
      await expect(letterhead.getByRole('checkbox', { name: /letterhead on reports/ })).toBeFocused()
      await expect(letterhead.getByRole('img', { name: 'First page with this letterhead' })).toBeVisible()
      await click(letterhead.getByRole('button', { name: 'Save Letterhead' }))
      await expect(letterhead).toContainText('Done')
    })

    await test.step('shows it on a file of the Admin, which is not kept [INSTALL-29]', async () => {
      const letterhead = card('Letterhead')
      await expect(card('First report').getByRole('button', { name: 'Logout' })).toBeFocused()
      // Optional, so that it is not among the clicks.
      await chooseFile(page, letterhead.getByRole('button', { name: 'Try a File' }), samplePdf())
      await expect(letterhead.getByRole('img', { name: 'First page with this letterhead' })).toBeVisible()
      await expect(page.getByText('4 of 5 done')).toBeVisible()
      await expectAccessibleInBothSchemes(page)
    })

    await test.step('leads to the first report, by the person [INSTALL-20]', async () => {
      const report = card('First report')
      await click(report.getByRole('button', { name: 'Logout' }))
      await answer(CONFIRM.logout, 'Logout')
      await signInFrom(page, click, DOCTOR)
      await click(page.getByTestId('sidebar').getByRole('link', { name: 'Add Patient' }))
      const registration = new RegistrationPage(page)
      await registration.fill({
        fullName: 'Mariam Al Suwaidi',
        phone: '+971504442041',
        email: 'mariam@mail.test',
        dob: '1988-02-29',
        gender: 'FEMALE',
      })
      await click(registration.submit)
      await click(page.getByRole('link', { name: /^Publish report/i }).first())
      const publishing = new PublishPage(page)
      choose()
      await chooseFile(page, publishing.chooseFile, samplePdf())
      await publishing.title.fill('Blood count')
      await publishing.reportType.focus()
      await page.keyboard.type('Complete')
      await page.keyboard.press('Enter')
      await click(publishing.submit)
      await click(publishing.confirm)
      await click(page.getByRole('link', { name: 'Blood count' }).first())
      await expect(new ReportPage(page).card('Report Preview')).toContainText('With the lab’s letterhead')
    })
    expect(counted()).toBeLessThanOrEqual(18)
  })
})

test('keeps the page of an empty installation accessible [INSTALL-25]', async ({ page }) => {
  await withEmptyInstallation(page, 'set-up-states', async ({ url, admin }) => {
    await signInFrom(page, (control) => control.click(), admin)
    await page.goto(`${url}/user/set-up`)
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoAxeViolations(page)
    await expectNothingSticksOut(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
