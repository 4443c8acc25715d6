import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { PatientsPage } from '../pages/patients-page.ts'
import { withDatabase } from '../product-database.ts'
import type { ProductServer } from '../product-server.ts'
import type { StaffUser, TestData } from '../test-data.ts'

const optionsOf = (page: Page, name: 'Status' | 'Registration type' | 'Gender') =>
  new PatientsPage(page)
    .filter(name)
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))

const queryOf = (page: Page) => new URL(page.url()).search

const registerFour = async (data: TestData, server: ProductServer, by: StaffUser) => {
  const patients = {
    ann: await data.patient(by, { fullName: 'Ann Early', gender: 'FEMALE', registrationType: 'Walk-in' }),
    bob: await data.patient(by, { fullName: 'Bob Evening', gender: 'MALE', registrationType: 'Referral' }),
    cas: await data.patient(by, { fullName: 'Cas Midnight', gender: 'OTHER', address: {} }),
    dan: await data.patient(by, { fullName: 'Dan Today', gender: 'MALE', address: {} }),
  }
  const times = [
    [patients.ann.id, '2026-03-01T09:00+04'],
    [patients.bob.id, '2026-03-02T23:59:59+04'],
    [patients.cas.id, '2026-03-03T00:00+04'],
  ] as const
  await withDatabase(server, async (database) => {
    for (const values of times)
      await database.execute('update patients set created_at = $2 where id = $1', [...values])
  })
  return patients
}

test('filters the patients', async ({ page, data, signIn, server }) => {
  const doctor = await data.user('Doctor')
  await registerFour(data, server, doctor)
  await signIn(doctor)
  const patients = new PatientsPage(page)
  await patients.open()

  await test.step('shows the filters [PATLIST-56, PATLIST-57, PATLIST-58]', async () => {
    await expect(patients.filter('Status')).toHaveValue('all')
    await expect(patients.filter('Registration type')).toHaveValue('all')
    await expect(patients.filter('Gender')).toHaveValue('all')
  })

  await test.step('starts with the newest [PATLIST-55]', async () => {
    await expect(patients.names).toHaveText(['Dan Today', 'Cas Midnight', 'Bob Evening', 'Ann Early'])
    expect(queryOf(page)).toBe('')
  })

  await test.step('offers these choices [PATLIST-13, PATLIST-14, PATLIST-15]', async () => {
    expect(await optionsOf(page, 'Status')).toEqual(['all', 'completed', 'incomplete'])
    expect(await optionsOf(page, 'Gender')).toEqual(['all', 'male', 'female'])
    expect(await optionsOf(page, 'Registration type')).toEqual(['all', 'Referral', 'Walk-in'])
  })

  await test.step('filters by status [PATLIST-18, PATLIST-19, PATLIST-49]', async () => {
    await patients.filter('Status').selectOption('completed')
    await expect(patients.names).toHaveText(['Bob Evening', 'Ann Early'])
    expect(queryOf(page)).toBe('?status=completed')
    await patients.filter('Status').selectOption('incomplete')
    await expect(patients.names).toHaveText(['Dan Today', 'Cas Midnight'])
    expect(queryOf(page)).toBe('?status=incomplete')
    await patients.filter('Status').selectOption('all')
    await expect(patients.names).toHaveCount(4)
    expect(queryOf(page)).toBe('')
  })

  await test.step('filters by gender [PATLIST-20, PATLIST-21]', async () => {
    await patients.filter('Gender').selectOption('male')
    await expect(patients.names).toHaveText(['Dan Today', 'Bob Evening'])
    await patients.filter('Gender').selectOption('female')
    await expect(patients.names).toHaveText(['Ann Early'])
    await patients.filter('Gender').selectOption('all')
    await expect(patients.names).toHaveCount(4)
  })

  await test.step('filters by registration type [PATLIST-14]', async () => {
    await patients.filter('Registration type').selectOption('Walk-in')
    await expect(patients.names).toHaveText(['Ann Early'])
    expect(queryOf(page)).toBe('?registrationType=Walk-in')
    await patients.filter('Registration type').selectOption('all')
    await expect(patients.names).toHaveCount(4)
  })

  await test.step('filters from a day on, that day included [PATLIST-16, PATLIST-22]', async () => {
    await patients.openDays()
    const from = patients.filter('From date')
    await expect(from).toHaveAttribute('placeholder', 'DD/MM/YYYY')
    await from.pressSequentially('2/3/26')
    await from.press('Tab')
    await expect(from).toHaveAccessibleDescription(/The year needs four digits/)
    expect(queryOf(page)).toBe('')
    await from.fill('2/3/2026')
    await expect(patients.names).toHaveText(['Dan Today', 'Cas Midnight', 'Bob Evening'])
    expect(queryOf(page)).toBe('?fromDate=2026-03-02')
  })

  await test.step('filters up to the end of a day [PATLIST-17, PATLIST-23]', async () => {
    await expect(patients.filter('From date')).toHaveValue('2/3/2026')
    await patients.filter('To date').fill('3/3/2026')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '2 March 2026', exact: true }).click()
    await expect(patients.filter('To date')).toHaveValue('02/03/2026')
    await expect(patients.names).toHaveText(['Bob Evening'])
    await patients.filter('From date').fill('')
    await expect(patients.names).toHaveText(['Bob Evening', 'Ann Early'])
    expect(queryOf(page)).toBe('?toDate=2026-03-02')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Registered: until March 2, 2026' })).toBeFocused()
  })

  await test.step('restores them from the URL, and clears them with one click [PATLIST-49]', async () => {
    await patients.filter('Gender').selectOption('male')
    await expect(patients.names).toHaveText(['Bob Evening'])
    await page.reload()
    await expect(patients.names).toHaveText(['Bob Evening'])
    await expect(patients.filter('Gender')).toHaveValue('male')
    await patients.openDays()
    await expect(patients.filter('To date')).toHaveValue('02/03/2026')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(patients.names).toHaveCount(4)
    expect(queryOf(page)).toBe('')
  })

  await test.step('takes odd values of an address as all [PATLIST-49, PATLIST-50]', async () => {
    await patients.open('?status=foo&gender=other&limit=7&page=0&fromDate=soon&sortBy=phone')
    await expect(patients.names).toHaveCount(4)
    await expect(patients.filter('Gender')).toHaveValue('all')
    await expect(patients.pageSize).toHaveValue('10')
  })
})

test('searches the patients', async ({ page, data, calls, signIn, server }) => {
  const doctor = await data.user('Doctor')
  const four = await registerFour(data, server, doctor)
  await data.patient(doctor, {
    fullName: 'Zoe 100% Sure',
    emrId: 'HCL/2041',
    email: 'zoe.sure@mail.test',
    phone: '+971509998877',
  })
  await signIn(doctor)
  const patients = new PatientsPage(page)
  await patients.open()
  await expect(patients.names).toHaveCount(5)

  await test.step('shows its label [PATLIST-10]', async () => {
    await expect(patients.searchBox).toHaveAttribute('placeholder', 'Search patients...')
  })

  await test.step('looks at name, email, EMR ID, phone and ID [PATLIST-10]', async () => {
    const terms = ['zoe', 'SURE@MAIL', 'hcl/2041', '9998877', '+971509998877', '100%']
    for (const term of terms) {
      await patients.searchBox.fill(term)
      await expect(patients.names, term).toHaveText(['Zoe 100% Sure'])
      await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(term)
    }
    await patients.searchBox.fill(`ZL-${four.ann.id}`)
    await expect(patients.row('Ann Early')).toBeVisible()
    await expect(patients.row('Zoe 100% Sure')).toHaveCount(0)
  })

  await test.step('treats wildcards literally, and shows when nothing is found [PATLIST-10]', async () => {
    await patients.searchBox.fill('z_e')
    await expect(page.getByText('No patients found', { exact: true })).toBeVisible()
  })

  await test.step('labels the total as the count of matches [SAFE-08]', async () => {
    await expect(patients.figure('Total Patients')).toHaveText(
      'Total Patients0Registered patientsMatching the filters',
    )
  })

  await test.step('empties the field by its button [PATLIST-12]', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(patients.searchBox).toHaveValue('')
    await expect(patients.searchBox).toBeFocused()
    await expect(patients.names).toHaveCount(5)
    expect(queryOf(page)).toBe('')
    await expect(page.getByRole('button', { name: 'Clear search' })).toHaveCount(0)
  })

  await test.step('waits 500 ms after the last key and asks once [PATLIST-11, CONST-10]', async () => {
    const asked = calls.seen(contract.patients.list)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    for (const key of 'sure') {
      await patients.searchBox.press(key)
      await page.clock.runFor(450)
    }
    expect(asked).toHaveLength(0)
    await page.clock.runFor(60)
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.resume()
    await expect(patients.names).toHaveText(['Zoe 100% Sure'])
    expect(asked.map((request) => new URL(request.url()).searchParams.get('search'))).toEqual(['sure'])
  })
})

test('navigates although a search is pending', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const { id, fullName } = await data.patient(doctor)
  await signIn(doctor)
  const patients = new PatientsPage(page)
  await patients.open()
  await expect(patients.row(fullName)).toBeVisible()
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await gate
    await route.fallback()
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await patients.searchBox.fill('pat')
  await patients.row(fullName).getByRole('link', { name: fullName, exact: true }).click()
  await page.clock.runFor(1000)
  release()
  await page.clock.resume()
  await expect(page).toHaveURL(`/user/patients/view/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Patient Details' })).toBeVisible()
})
