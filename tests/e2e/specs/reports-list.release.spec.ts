import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { contract, STAFF_ROLES } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { withDatabase } from '../product-database.ts'
import { samplePng, sampleSlip } from '../sample-files.ts'

const COLUMNS = ['Report Title', 'Patient', 'Report Type', 'Uploaded By', 'Upload Date', 'Actions']

const table = (page: Page) => page.getByRole('table', { name: 'Reports' })
const rowOf = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text })
const titles = (page: Page) => table(page).locator('tbody tr td:first-child')
const typeFilter = (page: Page) => page.getByRole('combobox', { name: 'Report type' })
const sortToggle = (page: Page) => page.getByRole('button', { name: /^Sort by Date/ })
const found = (page: Page, count: number) =>
  page.getByText(count === 1 ? '1 report found' : `${count} reports found`, { exact: true })

for (const role of STAFF_ROLES)
  test(`shows the reports list to the ${role}`, async ({ page, data, signIn, server }) => {
    const technician = await data.user('Technician')
    const patient = await data.patient(technician)
    const title = `Liver panel ${data.next()}`
    const report = await data.report(technician, patient, { title })
    // A future date, so that it also comes first in the Admin's list of all labs.
    const date = `2030-01-${String(role.length).padStart(2, '0')}`
    await withDatabase(server, (database) =>
      database.execute('update reports set created_at = $1::timestamptz where id = $2', [
        `${date}T10:00Z`,
        report.id,
      ]),
    )
    const user = role === 'Admin' ? data.admin : await data.user(role, technician.lab ?? { id: 0 })
    await signIn(user)
    await page.goto(`/user/reports?reportTypeId=${report.reportType.id}`)

    await test.step('shows its title and subtitle [REPLIST-01, REPLIST-02]', async () => {
      await expect(
        page.getByRole('heading', { level: 1, name: 'Medical Reports', exact: true }),
      ).toBeVisible()
      await expect(page.getByText('View and manage all patient reports', { exact: true })).toBeVisible()
    })

    await test.step('shows its columns in order, with the facts of the report [REPLIST-11]', async () => {
      await expect(table(page).getByRole('columnheader')).toHaveText(COLUMNS)
      await expect(rowOf(page, title).locator('td')).toHaveText([
        title,
        patient.fullName,
        report.reportType.title,
        technician.fullName,
        `January ${role.length}, 2030 2:00 PM`,
        '',
      ])
    })

    await test.step('links to the patient and to the report [REPLIST-12, REPLIST-13]', async () => {
      const cells = rowOf(page, title).locator('td')
      await expect(cells.nth(1).getByRole('link', { name: patient.fullName, exact: true })).toHaveAttribute(
        'href',
        `/user/patients/view/${patient.id}`,
      )
      const view = cells.nth(5).getByRole('link', { name: `View ${title}`, exact: true })
      await expect(view).toHaveAttribute('href', `/user/reports/view/${report.id}`)
    })

    await test.step('offers a download under the title [REPLIST-14]', async () => {
      const button = rowOf(page, title).locator('td').nth(5).getByRole('button')
      await expect(button).toHaveAccessibleName(`${title}.pdf`)
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
      expect(download.suggestedFilename()).toBe(`${title}.pdf`)
      expect(readFileSync(await download.path()).equals(sampleSlip().buffer)).toBe(true)
    })
  })

test('filtering, sorting and paging the reports', async ({ page, calls, data, signIn, server }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const common = await data.reportType(doctor)
  const rare = await data.reportType(doctor)
  const names: string[] = []
  for (let day = 1; day <= 12; day++) {
    const isPicture = day === 12
    const { id, title } = await data.report(doctor, patient, {
      title: `Day ${day} of ${data.next()}`,
      reportType: day % 6 === 0 ? rare : common,
      ...(isPicture && { file: samplePng() }),
    })
    names.unshift(title)
    // In reverse order of the ids, so that only sorting by date passes.
    await withDatabase(server, (database) =>
      database.execute('update reports set created_at = $1::timestamptz where id = $2', [
        `2026-05-${String(day === 1 ? 30 : day).padStart(2, '0')}T10:00Z`,
        id,
      ]),
    )
  }
  // The first published report has the latest date.
  const newestFirst = [names.at(-1)!, ...names.slice(0, -1)]
  const oldestFirst = newestFirst.toReversed()
  const rareTitles = names.filter((_, index) => index % 6 === 0)
  const { data: types } = await (await data.as(doctor)).call(contract.reportTypes.list, {})
  await signIn(doctor)
  const asked = calls.seen(contract.reports.list)
  await page.goto('/user/reports')

  await test.step('begins with the 10 newest on page 1 [REPLIST-21, REPLIST-22, REPLIST-23]', async () => {
    await expect(titles(page)).toHaveText(newestFirst.slice(0, 10))
    await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible()
    const query = new URL(asked[0]!.url()).searchParams
    expect(Object.fromEntries(query)).toMatchObject({ page: '1', limit: '10', sortOrder: 'desc' })
    await expect(page).toHaveURL('/user/reports')
  })

  await test.step('counts all of them [REPLIST-15]', async () => {
    await expect(found(page, 12)).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(titles(page)).toHaveText(newestFirst.slice(10))
    await expect(found(page, 12)).toBeVisible()
    await expect(page).toHaveURL('/user/reports?page=2')
  })

  await test.step('sorts by date either way [REPLIST-07, REPLIST-08, REPLIST-09, REPLIST-10]', async () => {
    await expect(sortToggle(page)).toHaveText('Sort by Date (Newest)')
    await sortToggle(page).click()
    await expect(sortToggle(page)).toHaveText('Sort by Date (Oldest)')
    await expect(titles(page)).toHaveText(oldestFirst.slice(0, 10))
    await expect(page).toHaveURL('/user/reports?sortOrder=asc')
    await sortToggle(page).click()
    await expect(sortToggle(page)).toHaveText('Sort by Date (Newest)')
    await expect(titles(page)).toHaveText(newestFirst.slice(0, 10))
    await expect(page).toHaveURL('/user/reports')
  })

  await test.step('offers All and every type [REPLIST-03, REPLIST-04, REPLIST-05]', async () => {
    const options = typeFilter(page).getByRole('option')
    await expect(options.first()).toHaveText('All')
    await expect(options.first()).toHaveAttribute('value', '0')
    await expect(typeFilter(page)).toHaveValue('0')
    const offered = (await options.allTextContents()).slice(1)
    // A concurrent test may have added a type.
    expect(offered.toSorted()).toEqual(
      types
        .filter(({ id }) => id !== 0)
        .map(({ title }) => title)
        .toSorted(),
    )
  })

  await test.step('shows the chosen type only [REPLIST-06, REPLIST-15]', async () => {
    await typeFilter(page).selectOption({ label: rare.title })
    await expect(titles(page)).toHaveText(rareTitles)
    await expect(found(page, 2)).toBeVisible()
  })

  await test.step('keeps the filters in the address [REPLIST-18]', async () => {
    await sortToggle(page).click()
    const address = `/user/reports?reportTypeId=${rare.id}&sortOrder=asc`
    await expect(page).toHaveURL(address)
    const expectSameView = async () => {
      await expect(titles(page)).toHaveText(rareTitles.toReversed())
      await expect(typeFilter(page)).toHaveValue(String(rare.id))
      await expect(sortToggle(page)).toHaveText('Sort by Date (Oldest)')
    }
    await page.reload()
    await expectSameView()
    await page.goto('/user/dashboard')
    await page.goto(address)
    await expectSameView()
  })

  await test.step('keeps All out of it [REPLIST-20]', async () => {
    await typeFilter(page).selectOption({ label: 'All' })
    await expect(titles(page)).toHaveText(oldestFirst.slice(0, 10))
    await expect(page).toHaveURL('/user/reports?sortOrder=asc')
    for (const all of ['0', 'all']) {
      await page.goto(`/user/reports?reportTypeId=${all}`)
      await expect(titles(page)).toHaveText(newestFirst.slice(0, 10))
      await sortToggle(page).click()
      await expect(page).toHaveURL('/user/reports?sortOrder=asc')
    }
  })

  await test.step('keeps empty values out of it, too [REPLIST-19]', async () => {
    await page.goto('/user/reports?reportTypeId=&sortOrder=&page=')
    await expect(titles(page)).toHaveText(newestFirst.slice(0, 10))
    await typeFilter(page).selectOption({ label: rare.title })
    await expect(page).toHaveURL(`/user/reports?reportTypeId=${rare.id}`)
  })

  await test.step('saves a picture with its true ending [REPLIST-14]', async () => {
    const button = page.getByRole('button', { name: `${rareTitles[0]}.pdf`, exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toBe(`${rareTitles[0]}.png`)
  })

  // While hovered, the button's tooltip is outside the landmarks.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('shows a reports list that is slow, and one that is empty', async ({ page, calls, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  const release = await calls.hold(contract.reports.list)
  await page.goto('/user/reports')

  await test.step('shows 5 skeleton rows while loading [REPLIST-16]', async () => {
    await expect(page.getByTestId('skeleton-row')).toHaveCount(5)
    await expect(table(page)).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText('No reports found', { exact: true })).toHaveCount(0)
    release()
  })

  await test.step('shows an empty state [REPLIST-17, REPLIST-15]', async () => {
    await expect(page.getByText('No reports found', { exact: true })).toBeVisible()
    await expect(found(page, 0)).toBeVisible()
    await expect(page.getByTestId('skeleton-row')).toHaveCount(0)
  })
})

test('finding a report in the list', async ({ page, data, signIn, server }) => {
  const doctor = await data.user('Doctor')
  const mona = await data.patient(doctor, { fullName: 'Mona Darwish' })
  const rami = await data.patient(doctor, { fullName: 'Rami Saleh' })
  const titlesByDay = ['Urea', 'Albumin', 'Sodium']
  for (const [index, title] of titlesByDay.entries()) {
    const { id } = await data.report(doctor, index === 0 ? mona : rami, { title })
    await withDatabase(server, (database) =>
      database.execute('update reports set created_at = $1::timestamptz where id = $2', [
        `2026-05-0${index + 1}T10:00Z`,
        id,
      ]),
    )
  }
  await signIn(doctor)
  await page.goto('/user/reports')
  const bar = page.getByRole('search', { name: 'Reports' })
  const search = bar.getByRole('searchbox')

  await test.step('finds it by its patient [PAPER-09]', async () => {
    await search.fill('darwish')
    await expect(titles(page)).toHaveText(['Urea'])
    await expect(page).toHaveURL('/user/reports?search=darwish')
    await bar.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(titles(page)).toHaveText(['Sodium', 'Albumin', 'Urea'])
    await expect(search).toHaveValue('')
  })

  await test.step('finds it by its day [PAPER-09]', async () => {
    await bar.getByRole('button', { name: 'Upload date', exact: true }).click()
    await page.getByLabel('From date', { exact: true }).fill('2026-05-02')
    await page.getByLabel('To date', { exact: true }).fill('2026-05-02')
    await expect(titles(page)).toHaveText(['Albumin'])
    await expect(page).toHaveURL('/user/reports?fromDate=2026-05-02&toDate=2026-05-02')
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Clear Upload date' }).click()
    await expect(titles(page)).toHaveCount(3)
  })

  await test.step('sorts by title in the alphabet, and by date again [PAPER-09]', async () => {
    const header = table(page).getByRole('columnheader', { name: 'Report Title' })
    await header.getByRole('button').click()
    await expect(titles(page)).toHaveText(['Albumin', 'Sodium', 'Urea'])
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(page).toHaveURL('/user/reports?sortBy=title&sortOrder=asc')
    // The list has another order; the button names only its action (AMB-58).
    await expect(sortToggle(page)).toHaveText('Sort by Date')
    await header.getByRole('button').click()
    await expect(titles(page)).toHaveText(['Urea', 'Sodium', 'Albumin'])
    await sortToggle(page).click()
    await expect(titles(page)).toHaveText(['Sodium', 'Albumin', 'Urea'])
    await expect(sortToggle(page)).toHaveText('Sort by Date (Newest)')
    await expect(page).toHaveURL('/user/reports')
  })

  await test.step('shows pages of another size [PAPER-09]', async () => {
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('20')
    await expect(page).toHaveURL('/user/reports?limit=20')
  })

  await test.step('shows columns of choice, kept for the next time [PAPER-10]', async () => {
    await page.getByRole('button', { name: 'Table view' }).click()
    const kept = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('menuitemcheckbox', { name: 'Uploaded By' }).click()
    await kept
    await page.reload()
    await expect(table(page).getByRole('columnheader')).toHaveText(
      COLUMNS.filter((column) => column !== 'Uploaded By'),
    )
  })
})
