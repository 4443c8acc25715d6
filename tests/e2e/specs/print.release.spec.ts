import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const expectCleanSheet = async (page: Page, laboratory: string, reader: string): Promise<void> => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.getByText(`Zelab · ${laboratory}`)).toBeVisible()
  await expect(page.getByText(`Printed by ${reader}, `)).toBeVisible()
  for (const button of await page.locator('button, a[role=button], .mantine-Button-root').all())
    await expect(button).toBeHidden()
  await expect(page.getByTestId('sidebar')).toBeHidden()
  await expect(page.getByRole('banner')).toHaveCount(0)
  for (const title of ['Access history', 'Opened By']) await expect(page.getByText(title)).toBeHidden()
  const colors = await page.evaluate(() => {
    const { color } = getComputedStyle(document.body)
    return { color, scheme: document.documentElement.getAttribute('data-mantine-color-scheme') }
  })
  expect(colors).toEqual({ color: 'rgb(16, 32, 29)', scheme: 'light' })
  // A4 within its margins, at 96 dpi.
  await page.setViewportSize({ width: 687, height: 1000 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'nothing is cut off').toBeLessThanOrEqual(0)
}

test('prints a patient’s page [VIEW-15]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Mona Darwish' })
  const report = await data.report(doctor, patient, { title: 'Lipid profile', remark: 'Slightly raised' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(doctor)
  await page.goto(`/user/patients/view/${patient.id}`)
  await expect(page.getByText(report.title).first()).toBeVisible()
  await expectCleanSheet(page, doctor.lab?.name ?? '?', doctor.fullName)
  await expect(page.getByText('Mona Darwish').first()).toBeVisible()
  await expect(page.getByText(`ZL-${patient.id}`).first()).toBeVisible()
  await expect(page.getByText('Lipid profile').first()).toBeVisible()
  await expect(page.getByText('Slightly raised').first()).toBeVisible()

  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('prints a report’s page [VIEW-15]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Mona Darwish' })
  const report = await data.report(doctor, patient, { title: 'Lipid profile' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(doctor)
  await page.goto(`/user/reports/view/${report.id}`)
  await expect(page.getByText('Mona Darwish').first()).toBeVisible()
  await expectCleanSheet(page, doctor.lab?.name ?? '?', doctor.fullName)
  await expect(page.getByRole('region', { name: 'Report Preview' }).locator('img')).toBeVisible()
  await expect(page.getByText(/^First page of the file/)).toBeVisible()
  await expect(page.getByText('Who has opened this report')).toBeHidden()
  for (const text of ['Mona Darwish', `ZL-${patient.id}`, 'Lipid profile', `Report ID: #${report.id}`])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('lists on paper [VIEW-38]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Mona Darwish' })
  await data.report(doctor, patient, { title: 'Lipid profile' })
  await signIn(doctor)
  for (const { path, columns, row } of [
    { path: '/user/patients', columns: ['ID', 'Full Name', 'EMR ID'], row: 'Mona Darwish' },
    { path: '/user/reports', columns: ['Report Title', 'Upload Date'], row: 'Lipid profile' },
  ])
    await test.step(`${path} keeps the title of every column and leaves the search out`, async () => {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(path)
      await expect(page.getByText(row).first()).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      for (const column of columns)
        await expect(page.getByRole('columnheader').getByText(column, { exact: true })).toBeVisible()
      await expect(page.getByText(row).first()).toBeVisible()
      await expect(page.locator('[role=searchbox]')).toBeHidden()
    })
})
