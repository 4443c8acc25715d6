import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Guardians and Delegates', exact: true })
const yearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-02`

test('adds, changes and ends a guardian of a child', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const patient = await data.patient(receptionist, { dob: yearsAgo(10) })
  await signIn(receptionist)
  await page.goto(`/user/patients/view/${patient.id}`)
  await expect(card(page).getByText('Reports go to the patient only')).toBeVisible()

  await test.step('proposes a guardian and asks for contact and consent [DELEG-09]', async () => {
    await card(page).getByRole('button', { name: 'Add Person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a guardian or delegate' })
    await expect(dialog.getByRole('radio', { name: 'Guardian' })).toBeChecked()
    await dialog.getByLabel('Their name').fill('Samira Haddad')
    await dialog.getByRole('button', { name: 'Add Person' }).click()
    await expect(dialog.getByText('Please enter an email address or a phone number')).toBeVisible()
    await expect(dialog.getByText('Please ask the person and tick the box')).toBeVisible()
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await dialog.getByLabel('Relation to the patient').selectOption('parent')
    await dialog.getByRole('textbox', { name: 'Their mobile' }).fill('050 123 9876')
    await dialog.getByLabel('Their email').fill('samira@mail.test')
    await dialog.getByLabel('Document seen').fill('Birth certificate 12')
    await dialog.getByRole('button', { name: 'Add Person' }).click()
    await expect(dialog.getByText('Please ask the person and tick the box')).toBeVisible()
    await dialog.getByText('This person agrees to receive links').click()
    await dialog.getByRole('button', { name: 'Add Person' }).click()
    await expect(dialog).toBeHidden()
    await expect(card(page).getByRole('button', { name: 'Add Person' })).toBeFocused()
  })

  await test.step('shows contacts, the end with the age and who recorded it on the card [DELEG-09]', async () => {
    const person = card(page).getByRole('listitem')
    await expect(person).toContainText('Samira Haddad')
    await expect(person.getByText('Guardian', { exact: true })).toBeVisible()
    await expect(person.getByRole('link', { name: '+971501239876' })).toHaveAttribute(
      'href',
      'tel:+971501239876',
    )
    await expect(person.getByRole('link', { name: 'samira@mail.test' })).toBeVisible()
    await expect(person).toContainText(
      `Until the patient turns 18 on January 2, ${Number(yearsAgo(10).slice(0, 4)) + 18}`,
    )
    await expect(person).toContainText(`by ${receptionist.fullName}`)
  })

  await test.step('replaces the person with a change and keeps the former details [DELEG-09]', async () => {
    await card(page).getByRole('button', { name: 'Change Samira Haddad' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change a guardian or delegate' })
    await expect(dialog.getByText('Links that were sent to this person end')).toBeVisible()
    await dialog.getByLabel('Their email').fill('')
    await dialog.getByLabel('Last day', { exact: true }).fill(`${new Date().getFullYear() + 1}-03-04`)
    await dialog.getByText('This person agrees to receive links').click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(card(page).getByText(`Until March 4, ${new Date().getFullYear() + 1}`)).toBeVisible()
    await card(page).getByText('1 person whose access has ended').click()
    await expect(card(page).getByText(/replaced by changed details/)).toBeVisible()
  })

  await test.step('access ends after a confirmation [DELEG-09]', async () => {
    await card(page).getByRole('button', { name: 'End the access of Samira Haddad' }).click()
    const dialog = page.getByRole('dialog', { name: 'End the access of Samira Haddad?' })
    await dialog.getByRole('button', { name: 'End Access' }).click()
    await expect(dialog).toBeHidden()
    await expect(card(page).getByText('Reports go to the patient only')).toBeVisible()
    await expect(card(page).getByText('2 people whose access has ended')).toBeVisible()
  })
})

test('refuses a guardian of an adult at the field', async ({ page, data, signIn, watch }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { dob: yearsAgo(40) })
  await signIn(doctor)
  await page.goto(`/user/patients/view/${patient.id}`)

  await test.step('accepts a delegate instead [DELEG-09]', async () => {
    await card(page).getByRole('button', { name: 'Add Person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a guardian or delegate' })
    await expect(dialog.getByRole('radio', { name: 'Delegate' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Guardian' }).click()
    await dialog.getByLabel('Their name').fill('Omar Saleh')
    await dialog.getByLabel('Relation to the patient').selectOption('spouse')
    await dialog.getByLabel('Their email').fill('omar@mail.test')
    await dialog.getByLabel('Document seen').fill('Marriage certificate')
    await dialog.getByText('This person agrees to receive links').click()
    watch.allowHttp(400, contract.delegates.addDelegate.path.replace(':id', String(patient.id)))
    await dialog.getByRole('button', { name: 'Add Person' }).click()
    await expect(dialog.getByRole('group', { name: 'May receive reports as' })).toContainText(
      'The patient is an adult',
    )
    await dialog.getByRole('radio', { name: 'Delegate' }).click()
    await dialog.getByRole('button', { name: 'Add Person' }).click()
    await expect(dialog).toBeHidden()
    await expect(card(page).getByText('Without an end')).toBeVisible()
  })
})
