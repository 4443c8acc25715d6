import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { PatientsPage } from '../pages/patients-page.ts'
import type { StaffUser, TestData } from '../test-data.ts'

const queryOf = (page: Page) => new URL(page.url()).search

const registerTwelve = async (data: TestData, by: StaffUser) => {
  for (const [index, letter] of [...'ABCDEFGHIJKL'].entries())
    await data.patient(by, {
      fullName: `Patient ${letter}`,
      gender: index < 5 ? 'MALE' : 'FEMALE',
      ...(index % 3 === 0 && { address: {} }),
    })
}

const named = (letters: string) => [...letters].map((letter) => `Patient ${letter}`)

test('twelve patients', async ({ page, data, signIn }) => {
  const technician = await data.user('Technician')
  await registerTwelve(data, technician)
  await signIn(technician)
  const patients = new PatientsPage(page)
  await patients.open()

  await test.step('come ten to a page, the newest first [PATLIST-54, PATLIST-55]', async () => {
    await expect(patients.names).toHaveText(named('LKJIHGFEDC'))
    await expect(patients.pageSize).toHaveValue('10')
  })

  await test.step('count as on the server [PATLIST-06]', async () => {
    await expect(patients.figure('Total Patients')).toHaveText('Total Patients12Registered patients')
  })

  await test.step('count as complete and incomplete for the page alone, labeled so [PATLIST-08, PATLIST-09, SAFE-08]', async () => {
    await expect(patients.figure('Complete Profiles')).toHaveText(
      'Complete Profiles7Fully registeredOf 10 on this page',
    )
    await expect(patients.figure('Incomplete Profiles')).toHaveText(
      'Incomplete Profiles3Pending completionOf 10 on this page',
    )
  })

  await test.step('fill two pages; the first has none before it [PATLIST-45, PATLIST-46]', async () => {
    await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible()
    await expect(patients.previous).toBeDisabled()
    await expect(patients.next).toBeEnabled()
  })

  await test.step('end with the second page, which has none after it [PATLIST-47, PATLIST-48, PATLIST-50]', async () => {
    await patients.next.click()
    await expect(patients.names).toHaveText(named('BA'))
    expect(queryOf(page)).toBe('?page=2')
    await expect(page.getByText('Page 2 of 2', { exact: true })).toBeVisible()
    await expect(patients.next).toBeDisabled()
    await expect(patients.figure('Total Patients')).toContainText('12')
    await expect(patients.figure('Complete Profiles')).toHaveText(
      'Complete Profiles1Fully registeredOf 2 on this page',
    )
    await expect(patients.figure('Incomplete Profiles')).toHaveText(
      'Incomplete Profiles1Pending completionOf 2 on this page',
    )
  })

  await test.step('come back, by button and by history [PATLIST-48, PATLIST-50]', async () => {
    await patients.previous.click()
    await expect(patients.names).toHaveCount(10)
    expect(queryOf(page)).toBe('')
    await page.goBack()
    await expect(patients.names).toHaveText(named('BA'))
    await page.reload()
    await expect(patients.names).toHaveText(named('BA'))
  })

  await test.step('start at page 1 with another page size [PATLIST-44, PATLIST-50, PATLIST-52]', async () => {
    await expect(patients.pageSize.locator('option')).toHaveText(['10', '20', '30', '50'])
    await patients.pageSize.selectOption('20')
    await expect(patients.names).toHaveCount(12)
    expect(queryOf(page)).toBe('?limit=20')
    await expect(page.getByText('Page 1 of 1', { exact: true })).toBeVisible()
    await page.reload()
    await expect(patients.names).toHaveCount(12)
    await expect(patients.pageSize).toHaveValue('20')
  })

  await test.step('start at page 1 with a search [PATLIST-51]', async () => {
    await patients.open('?page=2')
    await expect(patients.names).toHaveText(named('BA'))
    await patients.searchBox.fill('patient')
    await expect(patients.names).toHaveText(named('LKJIHGFEDC'))
    expect(queryOf(page)).toBe('?search=patient')
  })

  await test.step('start at page 1 after a filter, too [PATLIST-15]', async () => {
    await patients.open('?page=2')
    await expect(patients.names).toHaveText(named('BA'))
    await patients.filter('Gender').selectOption('male')
    await expect(patients.names).toHaveText(named('EDCBA'))
    expect(queryOf(page)).toBe('?gender=male')
    await expect(patients.figure('Total Patients')).toContainText('5')
  })

  await test.step('sort by name, from A and from Z [PATLIST-26, PATLIST-53]', async () => {
    await patients.open('?page=2')
    const heading = patients.table.getByRole('columnheader', { name: 'Full Name' })
    await expect(heading).toHaveAttribute('aria-sort', 'none')
    await heading.getByRole('button').click()
    await expect(patients.names).toHaveText(named('ABCDEFGHIJ'))
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    await expect(patients.previous).toBeDisabled()
    await heading.getByRole('button').click()
    await expect(patients.names).toHaveText(named('LKJIHGFEDC'))
    await expect(heading).toHaveAttribute('aria-sort', 'descending')
    await heading.getByRole('button').click()
    await expect(patients.names).toHaveText(named('ABCDEFGHIJ'))
    await page.reload()
    await expect(patients.names).toHaveText(named('ABCDEFGHIJ'))
  })

  await test.step('show the last page for one past the end [PATLIST-45, PATLIST-50]', async () => {
    await patients.open('?page=999')
    await expect(patients.names).toHaveText(named('BA'))
    await expect(page.getByText('Page 2 of 2', { exact: true })).toBeVisible()
    await patients.previous.click()
    await expect(patients.names).toHaveText(named('LKJIHGFEDC'))
  })
})
