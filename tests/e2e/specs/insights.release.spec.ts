import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { withDatabase } from '../product-database.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const exportOf = async (page: Page, name: string, kind: 'CSV File' | 'PNG Image') => {
  await page.getByRole('button', { name: `Export ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: kind }).click()
}
const tile = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

const download = async (page: Page, act: () => Promise<unknown>): Promise<Download> => {
  const coming = page.waitForEvent('download')
  await act()
  return coming
}

const lookAt = (page: Page, png: Buffer) =>
  page.evaluate(
    async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      const colors = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        const color = `${data[at]},${data[at + 1]},${data[at + 2]}`
        colors.set(color, (colors.get(color) ?? 0) + 1)
      }
      return {
        width: canvas.width,
        height: canvas.height,
        corner: [...data.slice(0, 4)],
        colors: [...colors],
      }
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )

test('shows a Doctor the insights of the own lab', async ({ page, data, signIn, calls, server }) => {
  const doctor = await data.user('Doctor')
  const colleague = await data.user('Technician', doctor.lab ?? undefined, 'Tariq Colleague')
  const reportType = await data.reportType(doctor, 'Lipid panel of insights')
  const patient = await data.patient(doctor, { fullName: 'Waiting Patient' })
  const opened = await data.report(colleague, patient, { reportType })
  const waiting = await data.report(colleague, patient, { reportType, title: 'Waiting report' })
  const old = await data.report(doctor, patient)
  await withDatabase(server, (database) =>
    database.execute("update reports set created_at = '2024-05-05T08:00:00Z' where id = $1", [old.id]),
  )
  await (await data.as(doctor)).call(contract.reports.getById, { params: { reportId: String(opened.id) } })
  // The view is recorded a moment later.
  await expect
    .poll(async () => {
      let isOpened = false
      await withDatabase(server, async (database) => {
        isOpened = await database.exists(
          'select 1 from report_openings where report_id = $1 and opened_at is not null',
          [opened.id],
        )
      })
      return isOpened
    })
    .toBe(true)
  await signIn(doctor)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/user/dashboard')

  await test.step('opens them from the sidebar [INSIGHT-11]', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Insights' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible()
    await expect(tile(page, 'Reports published')).toContainText('2')
    await expect(tile(page, 'Patients registered')).toContainText('1')
    await expect(card(page, 'By lab')).toHaveCount(0)
  })

  await test.step('reads each picture as a table, by keyboard [INSIGHT-11, INSIGHT-13]', async () => {
    const types = card(page, 'Reports by type')
    await expect(types.getByRole('img').first()).toHaveAccessibleName(/^Reports by type, .*days in/)
    const toTable = types.getByRole('button', { name: 'Show as table: Reports by type' })
    await toTable.focus()
    await page.keyboard.press('Enter')
    const table = types.getByRole('table', { name: 'Reports by type' })
    await expect(table.getByRole('row')).toHaveText(['Report typeReports', `${reportType.title}2`])
    await expect(types.getByRole('button', { name: 'Show as chart: Reports by type' })).toBeFocused()
    await card(page, 'By person')
      .getByRole('button', { name: /Show as table/ })
      .click()
    await expect(card(page, 'By person').getByRole('row').nth(1)).toHaveText(/Tariq Colleague\s*2\s*0/)
  })

  await test.step('saves figures as a file that has them all [INSIGHT-08]', async () => {
    const saved = await download(page, () => exportOf(page, 'Reports by type', 'CSV File'))
    expect((await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n')).toEqual([
      '\ufeffReport type,Reports',
      `${reportType.title},2`,
    ])
  })

  await test.step('saves a picture with title, period and legend, light even in the dark [INSIGHT-12]', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(card(page, 'Over time').locator('svg.recharts-surface')).toBeVisible()
    const saved = await download(page, () => exportOf(page, 'Over time', 'PNG Image'))
    expect(saved.suggestedFilename()).toBe('days.png')
    const png = await readFile(await saved.path())
    expect(png.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'))
    const { width, height, corner, colors } = await lookAt(page, png)
    expect(width).toBeGreaterThan(1_000)
    expect(height).toBeGreaterThan(600)
    expect(corner).toEqual([255, 255, 255, 255])
    const pixels = new Map(colors)
    // Bars and legend in the colors for print, and text.
    expect(pixels.get('11,93,82')).toBeGreaterThan(500)
    expect(pixels.get('201,133,18')).toBeGreaterThan(500)
    expect(pixels.get('16,32,29')).toBeGreaterThan(100)
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('opens an unopened report, on the tab for openings [INSIGHT-07, INSIGHT-14]', async () => {
    const tabs = page.getByRole('navigation', { name: 'Insights' })
    await tabs.getByRole('link', { name: 'Opened by patients' }).click()
    await expect(page).toHaveURL('/user/insights?tab=opening')
    await expect(tile(page, 'Reports opened')).toContainText('50 % of those published')
    await expect(tile(page, 'Not opened yet')).toContainText('1')
    const list = card(page, 'Unopened reports')
    await expect(list.getByRole('link', { name: /^Open / })).toHaveCount(1)
    await expect(list.getByRole('link', { name: 'Open Waiting report of Waiting Patient' })).toHaveAttribute(
      'href',
      `/user/reports/view/${waiting.id}`,
    )
    await tabs.getByRole('link', { name: 'Activity' }).click()
  })

  await test.step('chooses a period, which the address keeps [INSIGHT-05, INSIGHT-11]', async () => {
    const periods = page.getByRole('group', { name: 'Period' })
    await expect(periods.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true')
    await periods.getByRole('button', { name: '7 days' }).click()
    await expect(page).toHaveURL('/user/insights?period=7d')
    await page.goto('/user/insights?fromDate=2024-05-05&toDate=2024-05-05')
    await expect(tile(page, 'Reports published')).toContainText('1')
    await expect(page.getByText('May 5, 2024, days in Asia/Dubai')).toBeVisible()
    await expect(periods.getByRole('button', { pressed: true })).toHaveCount(0)
    await page.getByLabel('From', { exact: true }).fill('2024-05-06')
    await page.getByLabel('To', { exact: true }).fill('2024-05-07')
    await page.getByLabel('To', { exact: true }).blur()
    await expect(page).toHaveURL('/user/insights?fromDate=2024-05-06&toDate=2024-05-07')
    await expect(card(page, 'Over time')).toContainText('Nothing in this period')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('link', { name: 'Opened by patients' }).click()
    await expect(card(page, 'Unopened reports')).toContainText('No unopened reports in this period')
    await expectAccessibleInBothSchemes(page)
    await page.goBack()
  })

  await test.step('rejects a period that is too long and a year that does not exist [SAFE-10]', async () => {
    await page.getByLabel('From', { exact: true }).fill('2010-01-01')
    await page.getByLabel('From', { exact: true }).blur()
    await expect(page.getByRole('alert')).toContainText('Please choose a period of at most 10 years')
    await expect(card(page, 'Over time')).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await page.getByLabel('From', { exact: true }).fill('0202-01-01')
    await page.getByLabel('From', { exact: true }).blur()
    await expect(page.getByText('Please choose a date between the years 1900 and 2199')).toBeVisible()
    await expect(page).toHaveURL('/user/insights?fromDate=2010-01-01&toDate=2024-05-07')
    await page.getByLabel('From', { exact: true }).fill('2024-05-06')
    await page.getByLabel('From', { exact: true }).blur()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(card(page, 'Over time')).toContainText('Nothing in this period')
    // An address with invalid days shows the default period.
    await page.goto('/user/insights?fromDate=0001-01-01&toDate=9999-12-31')
    await expect(page.getByRole('button', { name: '30 days', pressed: true })).toBeVisible()
  })

  await test.step('sees what went wrong, and tries again', async () => {
    await calls.refuse(contract.insights.get, 503, 'The figures are being counted')
    await page.goto('/user/insights')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The figures are being counted')
    await calls.restore()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(tile(page, 'Reports published')).toContainText('2')
  })

  // access-screens.demo.spec.ts checks wider windows with demo data.
  await test.step('passes in the narrowest window, light and dark, accessibly [INSIGHT-13]', async () => {
    await page.setViewportSize({ width: 320, height: 900 })
    await expect(card(page, 'By person').locator('svg.recharts-surface')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await expectNothingSticksOut(page)
  })
})

test('shows the Admin all labs or one [INSIGHT-02]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  await data.patient(doctor)
  await signIn(data.admin)
  await page.goto('/user/insights')
  await expect(card(page, 'By lab').locator('svg.recharts-surface')).toBeVisible()
  await page.getByLabel('Lab', { exact: true }).selectOption(doctor.lab?.name ?? '?')
  await expect(page).toHaveURL(`/user/insights?labId=${doctor.lab?.id}`)
  await expect(tile(page, 'Patients registered')).toContainText('1')
  await expect(card(page, 'By lab')).toHaveCount(0)
})

test('shows a picture of the last weeks below the counters of the dashboard', async ({
  page,
  data,
  signIn,
  calls,
}) => {
  const desk = await data.user('Receptionist')
  const doctor = await data.user('Doctor', desk.lab ?? undefined)
  const reportType = await data.reportType(doctor)
  await data.report(doctor, await data.patient(desk), { reportType })
  await signIn(desk)
  const trends = calls.seen(contract.insights.trend)
  const release = await calls.hold(contract.dashboard.get)
  await page.goto('/user/dashboard')
  const picture = card(page, 'Last 30 Days')

  await test.step('loads it when it is in view and moves nothing [INSIGHT-10]', async () => {
    await expect(picture).toBeVisible()
    expect(trends).toHaveLength(0)
    const before = await picture.boundingBox()
    release()
    await expect(page.getByText('Total patients in the system')).toBeVisible()
    expect(await picture.boundingBox()).toEqual(before)
    expect(trends).toHaveLength(0)
    await picture.scrollIntoViewIfNeeded()
    const inView = await picture.boundingBox()
    await expect(picture.getByRole('img').first()).toBeVisible()
    expect(trends).toHaveLength(1)
    expect(await picture.boundingBox()).toEqual(inView)
  })

  await test.step('shows the same as tables [INSIGHT-10]', async () => {
    await expect(picture.getByRole('img').first()).toHaveAccessibleName(
      '1 report and 1 registration in the last 30 days',
    )
    const days = picture.getByRole('table', { name: 'Reports and registrations by day' })
    await expect(days.getByRole('row')).toHaveCount(31)
    await expect(days.getByRole('row').last()).toHaveText(/11$/)
    await expect(picture.getByRole('table', { name: 'Reports by type' }).getByRole('row').last()).toHaveText(
      `${reportType.title}1`,
    )
    // Elements that the header covers are too small.
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('shows an empty state and an error state [INSIGHT-10]', async () => {
    await calls.answer(contract.insights.trend, {
      success: true,
      message: 'OK',
      data: {
        from: '2026-01-01',
        to: '2026-01-30',
        timeZone: 'UTC',
        days: [],
        types: { members: [], count: 0 },
      },
    })
    await page.reload()
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toContainText('Nothing was published or registered in the last 30 days')
    await calls.restore()
    await calls.refuse(contract.insights.trend, 503, 'The figures are being counted')
    await page.reload()
    await picture.scrollIntoViewIfNeeded()
    await expect(picture.getByRole('alert')).toContainText('The figures are being counted')
    await calls.restore()
    await picture.getByRole('button', { name: 'Retry' }).click()
    await expect(picture.getByRole('img').first()).toBeVisible()
  })
})
