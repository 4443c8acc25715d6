import { API_BASE, contract, STAFF_ROLES } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { expectNothingSticksOut, expectWholeButtonOnPhone } from '../overflow.ts'
import { PATIENT_COLUMNS, PatientsPage } from '../pages/patients-page.ts'
import { withDatabase } from '../product-database.ts'

for (const role of STAFF_ROLES)
  test(`shows the patients list to the ${role}`, async ({ page, data, signIn }) => {
    const receptionist = await data.user('Receptionist')
    const { id, fullName } = await data.patient(receptionist)
    const user = role === 'Admin' ? data.admin : await data.user(role, receptionist.lab ?? { id: 0 })
    await signIn(user)
    const patients = new PatientsPage(page)
    await patients.open()
    const row = patients.row(fullName)

    await test.step('shows its title and a way to add a patient [PATLIST-01, PATLIST-40]', async () => {
      await expect(
        page.getByRole('heading', { level: 1, name: 'Patient Dashboard', exact: true }),
      ).toBeVisible()
      await expect(page).toHaveTitle(/\bPatient Dashboard\b/)
      await expect(patients.addNew).toHaveAttribute('href', '/user/patients/add')
    })

    await test.step('leads to the patient’s page [PATLIST-37]', async () => {
      await expect(row.getByRole('link', { name: 'View profile' })).toHaveAttribute(
        'href',
        `/user/patients/view/${id}`,
      )
    })

    const publish = row.getByRole('link', { name: 'Publish Report' })
    if (role === 'Receptionist')
      await test.step('leads a Receptionist nowhere to publish [PATLIST-39]', () =>
        expect(publish).toHaveCount(0))
    else
      await test.step('leads to publishing a report [PATLIST-38]', () =>
        expect(publish).toHaveAttribute('href', `/user/patient/${id}/report/publish`))
  })

test('shows the columns of the patients list', async ({ page, data, signIn, server }) => {
  const technician = await data.user('Technician')
  const mona = await data.patient(technician, {
    fullName: 'Mona Darwish',
    emrId: 'EMR-7781',
    email: 'mona@mail.test',
    phone: '+971501234567',
    dob: '1990-05-01',
    gender: 'FEMALE',
    address: { line1: '7 Palm Street', city: 'Sharjah' },
    registrationType: 'Walk-in',
  })
  const adam = await data.patient(technician, {
    fullName: 'Adam Novak',
    emrId: undefined,
    email: undefined,
    gender: 'MALE',
    address: { line1: '', city: 'Ajman' },
  })
  await withDatabase(server, (database) =>
    database.execute(
      `update patients set created_at = '2026-03-05T10:00Z', updated_at = '2026-04-17T10:00Z' where id = $1`,
      [mona.id],
    ),
  )
  await signIn(technician)
  const patients = new PatientsPage(page)
  await patients.open()

  await test.step('shows its columns in order [PATLIST-24]', async () => {
    await expect(patients.table.getByRole('columnheader')).toHaveText([...PATIENT_COLUMNS])
    await expect(patients.rows).toHaveCount(2)
  })

  await test.step('shows the ID with its prefix [PATLIST-25, API-ENT-23]', async () => {
    await expect(patients.cell('Mona Darwish', 'ID')).toHaveText(`ZL-${mona.id}`)
  })

  await test.step('shows how to reach the patient [PATLIST-27, PATLIST-28, PATLIST-29]', async () => {
    await expect(patients.cell('Mona Darwish', 'Contact Information').getByRole('listitem')).toHaveText([
      'mona@mail.test',
      '+971501234567',
      '7 Palm Street, Sharjah',
    ])
  })

  await test.step('shows date of birth and gender [PATLIST-30, PATLIST-31]', async () => {
    const cell = patients.cell('Mona Darwish', 'Personal Details')
    await expect(cell.getByText('May 1, 1990', { exact: true })).toBeVisible()
    await expect(cell.locator('[data-tone]')).toHaveText('Female')
    await expect(patients.cell('Adam Novak', 'Personal Details').locator('[data-tone]')).toHaveText('Male')
  })

  await test.step('shows the EMR ID [PATLIST-32]', async () => {
    await expect(patients.cell('Mona Darwish', 'EMR ID')).toHaveText('EMR-7781')
  })

  const info = patients.cell('Mona Darwish', 'Registration Info')
  await test.step('shows whether the profile is complete [PATLIST-33]', async () => {
    await expect(info.getByText('Complete', { exact: true })).toBeVisible()
    await expect(
      patients.cell('Adam Novak', 'Registration Info').getByText('Incomplete', { exact: true }),
    ).toBeVisible()
  })

  await test.step('shows where and when the patient was registered [PATLIST-34, PATLIST-35]', async () => {
    await expect(info.getByText(technician.lab?.name ?? '?', { exact: true })).toBeVisible()
    await expect(info.getByText('March 5, 2026', { exact: true })).toBeVisible()
  })

  await test.step('shows in a tooltip when it last changed [PATLIST-36]', async () => {
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await info.getByText('Complete', { exact: true }).hover()
    await expect(page.getByRole('tooltip')).toHaveText('Last updated: April 17, 2026')
    await page.mouse.move(0, 0)
  })

  await test.step('missing values are N/A [PATLIST-27, PATLIST-32]', async () => {
    await expect(patients.cell('Adam Novak', 'EMR ID')).toHaveText('N/A')
    await expect(patients.cell('Adam Novak', 'Contact Information').getByRole('listitem')).toHaveText([
      'N/A',
      adam.phone.number,
      'Ajman',
    ])
  })

  await test.step('three figures stand above it [PATLIST-02..05]', async () => {
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([
      'Total Patients',
      'Complete Profiles',
      'Incomplete Profiles',
    ])
    await expect(patients.figure('Total Patients')).toContainText('Registered patients')
    await expect(patients.figure('Complete Profiles')).toContainText('Fully registered')
    await expect(patients.figure('Incomplete Profiles')).toContainText('Pending completion')
  })

  await test.step('shows cards on a phone, with the one action in the title’s line', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const card = page.getByRole('article', { name: 'Mona Darwish' })
    await expect(card).toContainText(`ZL-${mona.id}`)
    for (const name of ['View Profile', 'Publish Report'])
      await expectWholeButtonOnPhone(page, card.getByRole('link', { name, exact: true }))
    const [title, action] = [
      await page.getByRole('heading', { level: 1 }).boundingBox(),
      await patients.addNew.boundingBox(),
    ]
    expect(action?.y ?? 0).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
    await expectNothingSticksOut(page)
  })
})

test('keeps every action in sight beside a street of 50 characters without a space [PATLIST-59]', async ({
  page,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor')
  await data.patient(doctor, {
    fullName: 'Mona Darwish',
    address: { line1: 'W'.repeat(50), city: 'Dubai' },
  })
  await signIn(doctor)
  await new PatientsPage(page).open()
  for (const name of ['View profile of', 'Edit', 'Publish report for'])
    await expect(page.getByRole('link', { name: `${name} Mona Darwish` })).toBeInViewport({ ratio: 1 })
})

test('shows the patients list while it loads, fails and is empty', async ({ page, data, calls, signIn }) => {
  const receptionist = await data.user('Receptionist')
  await signIn(receptionist)
  const patients = new PatientsPage(page)
  await calls.refuse(contract.patients.list, 503, 'The patients are being counted')
  await patients.open()
  const alert = page.getByRole('alert')

  await test.step('shows the server’s message in a card [PATLIST-42, ERR-06]', async () => {
    await expect(alert.getByText('The patients are being counted', { exact: true })).toBeVisible()
    await expect(patients.table).toHaveCount(0)
  })

  await test.step('offers to add a patient all the same [PATLIST-43]', async () => {
    await expect(alert.getByRole('link', { name: 'Add New Patient', exact: true })).toHaveAttribute(
      'href',
      '/user/patients/add',
    )
  })

  await test.step('retries on demand; without patients it shows the empty state [PATLIST-06]', async () => {
    await calls.restore()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No patients found', { exact: true })).toBeVisible()
    await expect(patients.figure('Total Patients')).toHaveText('Total Patients0Registered patients')
  })

  await test.step('shows a skeleton of 3 rows while loading [PATLIST-41]', async () => {
    await data.patient(receptionist, { fullName: 'Late Comer' })
    const release = await calls.hold(contract.patients.list)
    await page.reload()
    await expect(page.getByTestId('skeleton-row')).toHaveCount(3)
    await expect(page.locator('article[aria-busy="true"]')).toHaveCount(3)
    release()
    await expect(patients.names).toHaveText(['Late Comer'])
    await expect(page.getByTestId('skeleton-row')).toHaveCount(0)
  })

  await test.step('counts the rows without a total from the server [PATLIST-07]', async () => {
    await data.patient(receptionist)
    await calls.restore()
    const answer = await page.request.get(API_BASE + contract.patients.list.path)
    await calls.answer(contract.patients.list, { ...(await answer.json()), pagination: undefined })
    await page.reload()
    await expect(patients.figure('Total Patients')).toHaveText('Total Patients2Registered patients')
    await expect(patients.rows).toHaveCount(2)
  })
})
