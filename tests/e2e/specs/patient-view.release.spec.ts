import type { Page } from '@playwright/test'
import { contract, STAFF_ROLES } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { detail } from '../pages/details.ts'
import { PatientsPage } from '../pages/patients-page.ts'
import { withDatabase } from '../product-database.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A birth date by the calendar in Dubai, the time zone of the test browser. */
const birthDate = (years: number, daysLater = 0) => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(new Date())
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + daysLater)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.toISOString().slice(0, 10)
}

const longDate = (plainDate: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(plainDate))

test('shows a patient’s page', async ({ page, data, signIn, server }) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician, {
    fullName: 'Layla Hassan',
    emrId: 'EMR-5512',
    email: 'layla@mail.test',
    phone: '+971507654321',
    dob: birthDate(30),
    gender: 'FEMALE',
    address: { line1: '7 Palm Street', city: 'Sharjah' },
    registrationType: 'Referral',
  })
  await withDatabase(server, (database) =>
    database.execute(
      `update patients set created_at = '2026-03-05T10:00Z', updated_at = '2026-04-17T10:00Z' where id = $1`,
      [patient.id],
    ),
  )
  await signIn(technician)
  await page.goto(`/user/patients/view/${patient.id}`)
  const personal = region(page, 'Personal Information')
  const registration = region(page, 'Registration Info')

  await test.step('shows its title [PATVIEW-01]', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Patient Details', exact: true })).toBeVisible()
  })

  await test.step('shows the patient’s details [PATVIEW-04, PATVIEW-05, PATVIEW-07..09, PATVIEW-13..15, API-ENT-23]', async () => {
    const facts = {
      'EMR ID': 'EMR-5512',
      'System ID': `ZL-${patient.id}`,
      'Full Name': 'Layla Hassan',
      Gender: 'Female',
      Email: 'layla@mail.test',
      'Phone Number': '+971507654321',
      'Street Address': '7 Palm Street',
      City: 'Sharjah',
    }
    for (const [label, value] of Object.entries(facts))
      await expect(detail(personal, label), label).toHaveText(value)
  })

  await test.step('shows the birth date with the age: on the birthday one more [PATVIEW-10, PATVIEW-11, PATVIEW-16]', async () => {
    await expect(detail(personal, 'Date of Birth')).toHaveText(`${longDate(birthDate(30))} (30 years)`)
  })

  await test.step('shows that the profile is complete [PATVIEW-12]', async () => {
    await expect(detail(personal, 'Profile Status')).toHaveText('Completed')
  })

  await test.step('shows how, when and by whom the patient was registered [PATVIEW-17, PATVIEW-18, PATVIEW-20, PATVIEW-21, PATVIEW-23, PATVIEW-25, PATVIEW-26]', async () => {
    await expect(detail(registration, 'Registration Type')).toHaveText('Referral')
    await expect(detail(registration, 'Registered On')).toHaveText('March 5, 2026')
    const by = detail(registration, 'Registered By')
    await expect(by).toContainText(technician.fullName)
    await expect(by).toContainText('Technician ·')
    await expect(by).toContainText(technician.lab?.name ?? '?')
    await expect(detail(registration, 'Last Updated')).toHaveText('April 17, 2026')
  })

  await test.step('shows that there are no reports yet [PATVIEW-27, PATVIEW-29]', async () => {
    const reports = region(page, 'Medical Reports')
    await expect(
      reports.getByText('View and download patient medical reports', { exact: true }),
    ).toBeVisible()
    await expect(reports.getByText('No reports found', { exact: true })).toBeVisible()
  })

  await test.step('shows the name as the largest words, and the reports first; birth date and phone once in sight [DESK-02, DESK-09]', async () => {
    const name = page.getByRole('heading', { level: 2, name: 'Layla Hassan', exact: true })
    await expect(name).toHaveCSS('font-size', '28px')
    const facts = page.getByText(`${longDate(birthDate(30))}, 30 years`)
    await expect(facts).toBeHidden()
    await expect(personal.getByText(`${longDate(birthDate(30))} (30 years)`)).toBeVisible()
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(facts.locator('..').getByRole('link', { name: /^\+971/ })).toBeVisible()
    const tops = []
    for (const block of [name, region(page, 'Medical Reports'), personal, registration])
      tops.push((await block.boundingBox())?.y ?? 0)
    expect(tops).toEqual([...tops].sort((one, other) => one - other))
  })

  await test.step('calls and mails at a touch [DESK-02]', async () => {
    await expect(personal.getByRole('link', { name: '+971507654321' })).toHaveAttribute(
      'href',
      'tel:+971507654321',
    )
    await expect(personal.getByRole('link', { name: 'layla@mail.test' })).toHaveAttribute(
      'href',
      'mailto:layla@mail.test',
    )
  })
})

test('missing details of a patient', async ({ page, data, signIn, server }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, {
    emrId: undefined,
    email: undefined,
    dob: birthDate(30, 1),
    gender: undefined,
    address: {},
  })
  const baby = await data.patient(doctor, { dob: birthDate(1, 1) })
  await withDatabase(server, (database) =>
    database.execute('update patients set registered_by = null where id = $1', [patient.id]),
  )
  await signIn(doctor)
  await page.goto(`/user/patients/view/${patient.id}`)
  const personal = region(page, 'Personal Information')
  const registration = region(page, 'Registration Info')

  await test.step('appear as N/A [PATVIEW-06]', async () => {
    for (const label of ['EMR ID', 'Email', 'Gender', 'Street Address', 'City'])
      await expect(detail(personal, label), label).toHaveText('N/A')
  })

  await test.step('makes the profile incomplete [PATVIEW-12, DESK-09]', async () => {
    await expect(detail(personal, 'Profile Status')).toHaveText('Incomplete')
    await expect(personal.getByText('Missing: Street Address, City')).toBeVisible()
  })

  await test.step('leaves the registration open [PATVIEW-19, PATVIEW-22, PATVIEW-24]', async () => {
    await expect(detail(registration, 'Registration Type')).toHaveText('Not Specified')
    await expect(detail(registration, 'Registered By')).toContainText('Unknown')
    await expect(detail(registration, 'Registered By')).toContainText('No Role')
  })

  await test.step('one day before the birthday the age is one year less [PATVIEW-16]', async () => {
    await expect(detail(personal, 'Date of Birth')).toHaveText(`${longDate(birthDate(30, 1))} (29 years)`)
    await page.goto(`/user/patients/view/${baby.id}`)
    await expect(detail(personal, 'Date of Birth')).toContainText('(0 years)')
  })
})

test('finding a patient and going back', async ({ page, calls, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const { id, fullName } = await data.patient(receptionist)
  await signIn(receptionist)

  await test.step('shows a spinner while the patient is fetched [PATVIEW-03]', async () => {
    const release = await calls.hold(contract.patients.getById)
    await page.goto(`/user/patients/view/${id}`)
    const spinner = page.getByRole('status').filter({ hasText: 'Loading patient' })
    await expect(spinner.locator('.mantine-Loader-root')).toBeVisible()
    await expect(region(page, 'Personal Information')).toHaveCount(0)
    release()
    await expect(region(page, 'Personal Information')).toBeVisible()
    await expect(spinner).toHaveCount(0)
    await calls.restore()
  })

  await test.step('returns to the list with its search, filters and page [PATVIEW-02]', async () => {
    const patients = new PatientsPage(page)
    await patients.open('?gender=female')
    await patients.row(fullName).getByRole('link', { name: fullName, exact: true }).click()
    await expect(region(page, 'Personal Information')).toBeVisible()
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/user/patients?gender=female')
  })

  await test.step('returns to the list from the first page of a tab [PATVIEW-02]', async () => {
    const tab = await page.context().newPage()
    await tab.goto(`/user/patients/view/${id}`)
    await tab.getByRole('button', { name: 'Go Back' }).click()
    await expect(tab).toHaveURL('/user/patients')
    await tab.close()
  })
})

test('reports an unknown patient', async ({ page, calls, data, signIn, watch }) => {
  const words = 'The patient you are looking for does not exist. Please check the patient ID and try again.'
  const outsider = await data.patient(await data.user('Doctor'))
  const doctor = await data.user('Doctor')
  const { id } = await data.patient(doctor)
  watch.allowHttp(404, /\/patient\/getById\/\d+$/)
  await signIn(doctor)

  for (const [kind, address] of [
    ['an unknown id', '987654321'],
    ['another lab’s patient', String(outsider.id)],
    ['no id at all', 'abc'],
  ] as const)
    await test.step(`${kind} is "Patient Not Found" [PATVIEW-34, PATVIEW-35, ERR-09]`, async () => {
      await page.goto(`/user/patients/view/${address}`)
      await expect(
        page.getByRole('heading', { level: 1, name: 'Patient Not Found', exact: true }),
      ).toBeVisible()
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    })

  await test.step('shows no "not found" while the server fails [PATVIEW-34, ERR-09]', async () => {
    await calls.refuse(contract.patients.getById, 503, 'The records are being moved')
    await page.goto(`/user/patients/view/${id}`)
    const alert = page.getByRole('alert')
    await expect(alert.getByText('The records are being moved', { exact: true })).toBeVisible()
    await expect(page.getByText('Patient Not Found')).toHaveCount(0)
    await calls.restore()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(region(page, 'Personal Information')).toBeVisible()
  })
})

for (const role of STAFF_ROLES)
  test(`New Report on the patient’s page of the ${role}`, async ({ page, data, signIn }) => {
    const doctor = await data.user('Doctor')
    const patient = await data.patient(doctor)
    const report = await data.report(doctor, patient)
    const user = role === 'Admin' ? data.admin : await data.user(role, doctor.lab ?? { id: 0 })
    await signIn(user)
    await page.goto(`/user/patients/view/${patient.id}`)
    const reports = region(page, 'Medical Reports')

    await test.step('shows and downloads a report [PATVIEW-32]', async () => {
      await expect(reports.getByRole('link', { name: `View ${report.title}` })).toHaveAttribute(
        'href',
        `/user/reports/view/${report.id}`,
      )
      await expect(reports.getByRole('button', { name: `Download ${report.title}` })).toBeEnabled()
    })

    const newReport = reports.getByRole('link', { name: 'New Report', exact: true })
    if (role === 'Receptionist')
      await test.step('offers a Receptionist no publishing [PATVIEW-31]', () =>
        expect(newReport).toHaveCount(0))
    else
      await test.step('offers to publish another one [PATVIEW-30]', () =>
        expect(newReport).toHaveAttribute('href', `/user/patient/${patient.id}/report/publish`))
  })
