import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { PatientsPage } from '../pages/patients-page.ts'

test('marks similar names in a search of the patients list', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  for (const fullName of ['Mohammed Haddad', 'محمد حداد', 'Chloe Dubois'])
    await data.patient(receptionist, { fullName })
  await signIn(receptionist)
  const patients = new PatientsPage(page)
  const similar = patients.rows.filter({ hasText: 'Similar name' })
  const note = page.getByRole('status').filter({ hasText: 'similar name' })
  await patients.open()
  await expect(patients.rows).toHaveCount(3)
  await expect(similar).toHaveCount(0)
  await expect(note).toHaveCount(0)

  await test.step('marks rows with only a similar name, after the exact ones [FIND-11]', async () => {
    await patients.searchBox.fill('Mohammed')
    await expect(note).toHaveText('1 exact match and 1 with a similar name')
    await expect(patients.names).toHaveText(['Mohammed Haddad', 'محمد حداد'])
    await expect(similar).toHaveCount(1)
    await expect(patients.row('محمد حداد')).toContainText('Similar name')
    await expectAccessibleInBothSchemes(page, 'main')
  })

  await test.step('shows when there is nothing else [FIND-11]', async () => {
    await patients.searchBox.fill('Muhamad Hadad')
    await expect(note).toHaveText('No exact match, 2 with a similar name')
    await expect(similar).toHaveCount(2)
  })

  await test.step('marks them on a phone, too [FIND-11]', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const cards = page.getByRole('list', { name: 'Patients' }).getByRole('article')
    await expect(cards.filter({ hasText: 'Similar name' })).toHaveCount(2)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('marks nothing in an exact result [FIND-11]', async () => {
    await patients.searchBox.fill('chloé')
    await expect(patients.names).toHaveText(['Chloe Dubois'])
    await expect(similar).toHaveCount(0)
    await expect(note).toHaveCount(0)
  })

  await test.step('leaves filters and pagination in place when it finds less [DESIGN-11]', async () => {
    const places = async () => ({
      bar: (await page.getByRole('navigation', { name: 'Pagination' }).boundingBox())?.y,
      filter: (await page.getByLabel('Status').boundingBox())?.x,
    })
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(patients.rows).toHaveCount(3)
    const before = await places()
    await patients.searchBox.fill('chloé')
    await expect(patients.rows).toHaveCount(1)
    expect(await places()).toEqual(before)
    await patients.searchBox.fill('zzz')
    await expect(patients.rows).toHaveCount(0)
    expect(await places()).toEqual(before)
  })
})

test('aborts outdated requests when a search goes on', async ({ page, calls, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  for (const fullName of ['Given Up', 'Asked For']) await data.patient(receptionist, { fullName })
  await signIn(receptionist)
  const patients = new PatientsPage(page)
  await patients.open()
  await expect(patients.rows).toHaveCount(2)
  const release = await calls.hold(contract.patients.list)
  const asked = page.waitForRequest(/search=Given/)
  await patients.searchBox.fill('Given')
  const first = await asked
  const failed = page.waitForEvent('requestfailed', (request) => request === first)
  await patients.searchBox.fill('Asked')
  expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED')
  release()
  await expect(patients.names).toHaveText(['Asked For'])
  await calls.restore()
})
