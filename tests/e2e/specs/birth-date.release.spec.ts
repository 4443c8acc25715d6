import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { EditPatientPage } from '../pages/edit-patient-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { toast } from '../toasts.ts'

/** The age is the same on any day of the test after 4 April. */
const age = (born: Date) => {
  const now = new Date()
  const hadBirthday =
    now.getMonth() > born.getMonth() ||
    (now.getMonth() === born.getMonth() && now.getDate() >= born.getDate())
  return now.getFullYear() - born.getFullYear() - (hadBirthday ? 0 : 1)
}
const APRIL = `April 3, 1990, ${age(new Date(1990, 3, 3))} years`
const MARCH = `March 4, 1990, ${age(new Date(1990, 2, 4))} years`

for (const locale of ['en-US', 'en-GB', 'ar'])
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale })
    test('reads a date of birth day first, typed or picked [SAFE-02]', async ({
      page,
      data,
      signIn,
      calls,
    }) => {
      await signIn(await data.user('Receptionist'))
      const sent = calls.seen(contract.patients.register)
      const form = new RegistrationPage(page)
      await form.open()
      const echo = page.getByRole('status').filter({ hasText: /year|month|day/ })
      // The order of day and month affects both; birth-date-field.test.tsx covers all spellings and invalid texts.
      for (const typed of ['3/4/1990', '٠٣/٠٤/١٩٩٠'])
        await test.step(typed, async () => {
          await form.dob.click()
          await form.dob.press('ControlOrMeta+a')
          await form.dob.pressSequentially(typed)
          await expect(echo).toHaveText(APRIL)
          await form.dob.press('Tab')
          await expect(form.dob).toHaveValue(typed)
          await expect(form.dob).toHaveAccessibleDescription(APRIL)
        })
      await test.step('picked', async () => {
        await form.dob.fill('3/4/1990')
        await page.getByRole('button', { name: 'Open calendar' }).click()
        await page.getByRole('button', { name: '12 April 1990' }).click()
        await expect(form.dob).toHaveValue('12/04/1990')
        await expect(echo).toHaveText(/^April 12, 1990, /)
      })
      await form.fill({
        fullName: 'Nadia Karim',
        phone: '0501112233',
        email: 'n@mail.test',
        gender: 'FEMALE',
      })
      await form.submit.click()
      await expect(toast(page, 'Patient added successfully')).toBeVisible()
      expect(sent[0]?.postDataJSON()).toMatchObject({ dob: '1990-04-12' })
    })
  })

test('reads a date in the order of the installation [SAFE-02, RULE-111]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { dob: '1990-03-04' })
  await signIn(data.admin)
  const order = page.getByRole('combobox', { name: 'Date Order' })
  const choose = async (label: string) => {
    await page.goto('/user/settings/general')
    await order.selectOption({ label })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
  }
  await page.goto('/user/settings/general')
  await expect(order.locator('option:checked')).toHaveText('Day first: 31/12/1990')

  for (const [label, shown, typed] of [
    ['Month first: 12/31/1990', '03/04/1990', '03041990'],
    ['Year first: 1990-12-31', '1990-03-04', '19900304'],
    ['Day first: 31/12/1990', '04/03/1990', '04031990'],
  ] as const)
    await test.step(label, async () => {
      await choose(label)
      const form = new EditPatientPage(page)
      await form.openFor(patient)
      await expect(form.dob).toHaveValue(shown)
      await expect(form.dob).toHaveAccessibleDescription(MARCH)
      await form.dob.fill(typed)
      await expect(form.dob).toHaveAccessibleDescription(MARCH)
      // Filters follow the same order.
      await page.goto('/user/insights?fromDate=1990-03-04&toDate=1990-03-04')
      const from = page.getByLabel('From', { exact: true })
      await expect(from).toHaveValue(shown)
      await from.fill(typed)
      await from.press('Tab')
      await expect(from).toHaveValue(shown)
      await expect(page).toHaveURL('/user/insights?fromDate=1990-03-04&toDate=1990-03-04')
    })
})
