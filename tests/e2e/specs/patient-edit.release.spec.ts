import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { contract, STAFF_ROLES } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { detail } from '../pages/details.ts'
import { EditPatientPage } from '../pages/edit-patient-page.ts'
import { toast } from '../toasts.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const personal = (page: Page) => region(page, 'Personal Information')

test('changing a record', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, {
    fullName: 'Layla Hassan',
    emrId: 'EMR-5512',
    phone: '+971507654321',
    address: {},
    registrationType: 'Referral',
  })
  await signIn(doctor)
  const form = new EditPatientPage(page)
  await page.goto(`/user/patients/view/${patient.id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()

  await test.step('starts with the values of the record [PATEDIT-05]', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Patient' })).toBeVisible()
    await expect(form.fullName).toHaveValue('Layla Hassan')
    await expect(form.emrId).toHaveValue('EMR-5512')
    await expect(form.phone).toHaveValue('+971 50 765 4321')
    await expect(form.email).toHaveValue(patient.email ?? '?')
    await expect(form.dob).toHaveValue('12/04/1985')
    await expect(form.gender).toHaveValue('FEMALE')
    await expect(form.line1).toHaveValue('')
  })

  await test.step('marks errors at the field and sends nothing [PATEDIT-05]', async () => {
    const sent = calls.seen(contract.patients.update)
    await form.fill({ fullName: 'La', city: 'X' })
    await form.save.click()
    await expect(page.getByText('Name must be at least 3 characters', { exact: true })).toBeVisible()
    await expect(page.getByText('City must be at least 3 characters', { exact: true })).toBeVisible()
    await expect(form.fullName).toBeFocused()
    expect(sent).toHaveLength(0)
  })

  await test.step('shows the changed record, the lists as well [PATEDIT-05]', async () => {
    await form.fill({ fullName: 'Leila Hassan', emrId: '', line1: '9 Corniche Road', city: 'Abu Dhabi' })
    await form.save.click()
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    await expect(page).toHaveURL(`/user/patients/view/${patient.id}`)
    await expect(detail(personal(page), 'Full Name')).toHaveText('Leila Hassan')
    await expect(detail(personal(page), 'EMR ID')).toHaveText('N/A')
    await expect(detail(personal(page), 'Profile Status')).toHaveText('Completed')
    await expect(detail(region(page, 'Registration Info'), 'Registration Type')).toHaveText('Referral')
  })

  await test.step('shows the history of the record [PATEDIT-07]', async () => {
    const history = region(page, 'Changes')
    await history.getByRole('button', { name: 'Show' }).click()
    const latest = history.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem').first()
    await expect(latest).toContainText(`Changed by ${doctor.fullName}`)
    await expect(latest.getByText('Layla Hassan')).toBeVisible()
    await expect(latest.getByText('Leila Hassan')).toBeVisible()
    await expectAccessibleInBothSchemes(page, history)
  })
})

test('shows the history of changes to holders of patients:edit only [PATEDIT-07]', async ({
  data,
  openBrowser,
}) => {
  const lab = await data.lab()
  const receptionist = await data.user('Receptionist', lab)
  const patient = await data.patient(receptionist)
  for (const role of STAFF_ROLES) {
    const page = await openBrowser(await data.user(role, lab))
    await page.goto(`/user/patients/view/${patient.id}`)
    await expect(personal(page)).toBeVisible()
    const count = role === 'Admin' || role === 'Doctor' ? 1 : 0
    await expect(region(page, 'Changes')).toHaveCount(count)
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(count)
    await page.context().close()
  }
})

test('two users edit one patient', async ({ page, data, signIn, watch, calls }) => {
  const doctor = await data.user('Doctor')
  const given = { fullName: 'Omar Farouk', emrId: 'EMR-1', phone: '+971507654321', address: {} }
  const patient = await data.patient(doctor, given)
  await signIn(doctor)
  const form = new EditPatientPage(page)
  await form.openFor(patient)
  await form.fill({ fullName: 'Omar Typed', line1: '9 Typed Road' })
  const api = await data.as(doctor)
  const body = { ...given, dob: '1985-04-12', gender: 'FEMALE' as const, email: patient.email }
  const changeElsewhere = (changes: object) =>
    api.call(contract.patients.update, {
      params: { id: String(patient.id) },
      body: { ...body, ...changes },
    })
  await changeElsewhere({ fullName: 'Omar Elsewhere', phone: '+971501112233' })
  watch.allowHttp(409, contract.patients.update.path.replace('/:id', ''))
  await form.save.click()

  await test.step('shows the conflict with the new values; entries stay [PATEDIT-06]', async () => {
    await expect(form.conflict).toContainText('Full Name is now Omar Elsewhere, you entered Omar Typed')
    await expect(form.conflict).toContainText('Phone Number is now +971 50 111 2233')
    await expect(form.fullName).toHaveValue('Omar Typed')
    await expect(form.line1).toHaveValue('9 Typed Road')
    await expectAccessibleInBothSchemes(page, form.conflict)
  })

  await test.step('fields that were not touched follow the record [PATEDIT-06]', async () => {
    await expect(form.phone).toHaveValue('+971 50 111 2233')
  })

  await test.step('takes the new value over, and saves then', async () => {
    await form.conflict.getByRole('button', { name: 'Use New Value' }).click()
    await expect(form.fullName).toHaveValue('Omar Elsewhere')
    const sent = calls.seen(contract.patients.update)
    await form.save.click()
    await expect(detail(personal(page), 'Full Name')).toHaveText('Omar Elsewhere')
    await expect(detail(personal(page), 'Street Address')).toHaveText('9 Typed Road')
    await expect(detail(personal(page), 'Phone Number')).toHaveText('+971501112233')
    expect(sent).toHaveLength(1)
  })
})

test('loses nothing when a save fails', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const form = new EditPatientPage(page)
  await signIn(doctor)
  await form.openFor(await data.patient(doctor))
  await form.fill({ fullName: 'Typed Before' })
  await calls.refuse(
    contract.patients.update,
    503,
    'The service is temporarily unavailable. Please try again.',
  )
  await form.save.click()
  await expect(page.getByRole('alert')).toContainText('The service is temporarily unavailable')
  await expect(form.fullName).toHaveValue('Typed Before')
  await calls.restore()
  await form.save.click()
  await expect(detail(personal(page), 'Full Name')).toHaveText('Typed Before')
})

test('deleting a patient', async ({ page, data, signIn, watch, calls }) => {
  const doctor = await data.user('Doctor')
  const [kept, gone] = [await data.patient(doctor, { fullName: 'Kept Person' }), await data.patient(doctor)]
  await data.report(doctor, kept)
  await signIn(data.admin)
  const question = page.getByRole('dialog', { name: 'Delete patient' })
  const ask = async (id: number) => {
    await page.goto(`/user/patients/view/${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
  }

  await test.step('asks for confirmation and shows what is lost [PATEDIT-09]', async () => {
    const sent = calls.seen(contract.patients.remove)
    await ask(kept.id)
    await expect(question).toContainText(
      `Are you sure you want to delete Kept Person (ZL-${kept.id})? The record and the history of its changes will be lost.`,
    )
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect(sent).toHaveLength(0)
  })

  await test.step('shows a refusal, and the patient stays [PATEDIT-09]', async () => {
    watch.allowHttp(409, '/patient/delete/')
    await ask(kept.id)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question.getByRole('alert')).toContainText('This patient has reports and cannot be deleted')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(detail(personal(page), 'Full Name')).toHaveText('Kept Person')
  })

  await test.step('leads to the list, where the patient is no more', async () => {
    await ask(gone.id)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Patient deleted successfully')).toBeVisible()
    await expect(page).toHaveURL('/user/patients')
    await expect(page.getByRole('link', { name: 'Kept Person', exact: true })).toBeVisible()
    await expect(page.getByText(`ZL-${gone.id}`, { exact: true })).toHaveCount(0)
  })
})

test('exports the list with the filters on screen [EXPORT-05]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  for (const [fullName, gender] of [
    ['Zoe Exported', 'FEMALE'],
    ['Adam Exported', 'FEMALE'],
    ['Adam Filtered', 'MALE'],
  ])
    await data.patient(doctor, { fullName, gender })
  await signIn(doctor)
  await page.goto('/user/patients?search=exported&sortBy=fullName&sortOrder=asc&gender=female')
  await expect(page.getByRole('link', { name: 'Zoe Exported', exact: true })).toBeVisible()
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('patients.csv')
  const text = await readFile(await download.path(), 'utf8')
  const names = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1])
  expect(names).toEqual(['Adam Exported', 'Zoe Exported'])
})

test('leads from the list to the form, for holders of patients:edit', async ({
  page,
  data,
  signIn,
  openBrowser,
}) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Noor Listed' })
  await signIn(doctor)
  await page.goto('/user/patients')
  await page.getByRole('link', { name: 'Edit Noor Listed' }).click()
  await expect(page).toHaveURL(`/user/patients/edit/${patient.id}`)
  await expect(new EditPatientPage(page).fullName).toHaveValue('Noor Listed')
  const other = await openBrowser(await data.user('Technician', doctor.lab ?? undefined))
  await other.goto('/user/patients')
  await expect(other.getByRole('link', { name: 'Noor Listed', exact: true })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Edit Noor Listed' })).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Export CSV' })).toHaveCount(0)
})
