import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { EditPatientPage } from '../pages/edit-patient-page.ts'
import { PatientsPage } from '../pages/patients-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { toast } from '../toasts.ts'

const KNOWN = {
  fullName: 'Mohammed Al Hassan',
  emrId: 'EMR-KNOWN',
  email: 'mohammed@mail.test',
  phone: '+971501112233',
  dob: '1977-03-09',
}

const notice = (page: Page) => page.getByRole('note').filter({ hasText: 'Possible duplicates' })

test('possible duplicates at registration', async ({ page, context, data, signIn, calls }) => {
  const receptionist = await data.user('Receptionist')
  const known = await data.patient(receptionist, KNOWN)
  const outsider = await data.user('Receptionist')
  await data.patient(outsider, { ...KNOWN, fullName: 'Of Another Lab' })
  await signIn(receptionist)
  const sent = calls.seen(contract.patients.register)
  const form = new RegistrationPage(page)
  await form.open()

  await test.step('requests nothing before there is a search text', async () => {
    const asked = calls.seen(contract.patients.findDuplicates)
    await form.fill({ fullName: 'Muhamad Hasan', city: 'Dubai' })
    await page.waitForTimeout(900)
    expect(asked).toHaveLength(0)
  })

  await test.step('appear with what speaks for each [DUPL-03, DUPL-24]', async () => {
    await form.fill({ dob: KNOWN.dob })
    await expect(notice(page)).toContainText('Mohammed Al Hassan')
    await expect(notice(page)).toContainText(`ZL-${known.id} · March 9, 1977 · +971501112233`)
    await expect(notice(page)).toContainText('Similar name, same date of birth')
    await expect(notice(page)).not.toContainText('Same email')
    await form.fill({ email: 'MOHAMMED@mail.test' })
    await expect(notice(page)).toContainText('Same email')
    await form.fill({ emrId: 'emr-known' })
    await expect(notice(page)).toContainText('Same EMR ID')
    await expect(notice(page)).not.toContainText('Same phone')
    await form.fill({ phone: '050 111 2233' })
    await expect(notice(page)).toContainText('Same phone')
    await expect(notice(page)).not.toContainText('Of Another Lab')
  })

  await test.step('open in a new tab, and entries stay [DUPL-03]', async () => {
    const opened = context.waitForEvent('page')
    await notice(page).getByRole('link', { name: 'Open Mohammed Al Hassan' }).click()
    const tab = await opened
    await expect(tab).toHaveURL(`/user/patients/view/${known.id}`)
    await expect(tab.getByRole('heading', { name: 'Patient Details' })).toBeVisible()
    await tab.close()
    await expect(form.fullName).toHaveValue('Muhamad Hasan')
    await expect(form.dob).toHaveValue(KNOWN.dob)
    await expect(form.city).toHaveValue('Dubai')
  })

  await test.step('stop the registration with a message until a decision is made [SAFE-05]', async () => {
    await form.fill({ phone: '+971509998877', gender: 'MALE' })
    await form.submit.click()
    await expect(form.differentPerson()).toBeFocused()
    await expect(form.differentPerson()).toHaveAttribute('aria-invalid', 'true')
    await expect(form.duplicates()).toContainText('confirm that this is a different person')
    await form.fullName.press('Enter')
    await expect(form.differentPerson()).toBeFocused()
    await expectAccessibleInBothSchemes(page, notice(page))
    expect(sent).toEqual([])
  })

  await test.step('ask for a new decision when others are shown [SAFE-05]', async () => {
    await page.keyboard.press('Space')
    await expect(form.differentPerson()).toBeChecked()
    await expect(form.duplicates()).not.toContainText('confirm that this is a different person')
    await form.fill({ fullName: 'Muhamad Hassan' })
    const other = await data.patient(receptionist, { fullName: 'Hassan Other', dob: KNOWN.dob })
    await form.fill({ fullName: 'Muhammad Hassan' })
    await expect(notice(page)).toContainText(`ZL-${other.id}`)
    await expect(form.differentPerson()).not.toBeChecked()
    await form.submit.click()
    await expect(form.differentPerson()).toBeFocused()
    expect(sent).toHaveLength(0)
  })

  await test.step('appear in the one question about a known number, without a tick before it [DUPL-04]', async () => {
    await form.fill({ phone: KNOWN.phone })
    await expect(form.differentPerson()).not.toBeChecked()
    await form.submit.click()
    await expect(form.duplicateQuestion()).toContainText(
      'This phone number is already associated with Mohammed Al Hassan. Do you want to proceed?',
    )
    await expect(
      form.duplicateQuestion().getByRole('listitem').filter({ hasText: 'Hassan Other' }),
    ).toContainText('Similar name, same date of birth')
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    expect(sent).toHaveLength(0)
    await form.confirmDifferentPerson()
    await expect(toast(page, 'Patient added successfully')).toBeVisible()
    await expect(new PatientsPage(page).names.first()).toHaveText('Muhammad Hassan')
    expect(sent).toHaveLength(1)
  })
})

const NADIA = {
  fullName: 'Nadia Karim',
  phone: '+971507778899',
  email: 'n@mail.test',
  dob: '1990-05-01',
  gender: 'FEMALE',
} as const

test('stops a submit faster than the look for duplicates, too [SAFE-05]', async ({
  page,
  data,
  signIn,
  calls,
}) => {
  const doctor = await data.user('Doctor')
  const known = await data.patient(doctor, { fullName: NADIA.fullName, dob: NADIA.dob })
  await signIn(doctor)
  const sent = calls.seen(contract.patients.register)
  const form = new RegistrationPage(page)
  await form.open()
  await form.fill({ ...NADIA, dob: '' })
  await form.dob.fill(NADIA.dob)
  await page.getByRole('button', { name: 'Register & Publish Report' }).click()
  await expect(form.duplicates()).toContainText(`ZL-${known.id}`)
  await expect(form.differentPerson()).toBeFocused()
  expect(sent).toHaveLength(0)
})

test('shows a relative with the same email, and stops nothing [SAFE-43]', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const known = await data.patient(receptionist, { fullName: 'Omar Farouk', email: NADIA.email })
  await signIn(receptionist)
  const form = new RegistrationPage(page)
  await form.open()
  await form.fill(NADIA)
  await expect(form.duplicates()).toContainText(`ZL-${known.id}`)
  await expect(form.duplicates()).toContainText('which families may share')
  await expect(form.differentPerson()).toHaveCount(0)
  await form.submit.click()
  await expect(toast(page, 'Patient added successfully')).toBeVisible()
})

test('handles the same person registered by a colleague at the same moment', async ({
  page,
  data,
  signIn,
  calls,
  watch,
}) => {
  const lab = await data.lab()
  const receptionist = await data.user('Receptionist', lab)
  const colleague = await data.user('Receptionist', lab)
  await signIn(receptionist)
  await page.setViewportSize({ width: 390, height: 844 })
  const sent = calls.seen(contract.patients.register)
  const form = new RegistrationPage(page)
  await form.open()
  const answered = page.waitForResponse(/findDuplicates/)
  await form.fill(NADIA)
  await answered
  await expect(form.duplicates()).toHaveCount(0)
  watch.allowHttp(409, contract.patients.register.path)
  const registered = await data.patient(colleague, { fullName: 'Nadia Kareem', dob: NADIA.dob })

  await test.step('shows the record instead of registering twice [SAFE-05]', async () => {
    await form.submit.click()
    await expect(form.duplicates()).toContainText('Nadia Kareem')
    await expect(form.duplicates()).toContainText(`ZL-${registered.id}`)
    await expect(form.differentPerson()).toBeFocused()
    await expect(form.fullName).toHaveValue(NADIA.fullName)
    await expect(page).toHaveURL('/user/patients/add')
  })

  await test.step('registers the person once it was decided to be a different one [SAFE-05]', async () => {
    await form.differentPerson().click()
    await form.submit.click()
    await expect(toast(page, 'Patient added successfully')).toBeVisible()
    expect(sent.map((request) => request.postDataJSON().differentFrom)).toEqual([[], [registered.id]])
  })
})

test('registers although the look for duplicates fails', async ({ page, data, signIn, calls }) => {
  const receptionist = await data.user('Receptionist')
  await signIn(receptionist)
  await calls.refuse(contract.patients.findDuplicates, 503, 'Not now')
  const form = new RegistrationPage(page)
  await form.open()
  const answered = page.waitForResponse(/findDuplicates/)
  await form.fill(NADIA)
  await answered
  await expect(page.getByText('Not now')).toHaveCount(0)
  await form.submit.click()
  await expect(toast(page, 'Patient added successfully')).toBeVisible()
})

test('possible duplicates of a record that is edited', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const twin = await data.patient(doctor, KNOWN)
  const patient = await data.patient(doctor, { ...KNOWN, emrId: 'EMR-TWIN', email: 'twin@mail.test' })
  await signIn(doctor)
  await new EditPatientPage(page).openFor(patient)

  await test.step('list others, never the record itself [DUPL-03]', async () => {
    await expect(notice(page)).toContainText(`ZL-${twin.id}`)
    await expect(notice(page)).not.toContainText(`ZL-${patient.id}`)
  })

  await test.step('stay away with the next letters once dismissed [DUPL-03]', async () => {
    const edit = new EditPatientPage(page)
    await notice(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice(page)).toHaveCount(0)
    const answered = page.waitForResponse(/findDuplicates/)
    await edit.fullName.fill('Muhamad Hassan')
    await answered
    await expect(notice(page)).toHaveCount(0)
  })
})
