import { readFile } from 'node:fs/promises'
import PDFDocument from 'pdfkit'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import type { SampleFile } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const sheetOf = (name: string, dateOfBirth: string): Promise<SampleFile> =>
  new Promise((resolve, reject) => {
    const pdf = new PDFDocument()
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () =>
      resolve({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer: Buffer.concat(parts) }),
    )
    pdf.on('error', reject)
    pdf.text(`Patient: ${name}`).text(`Date of birth: ${dateOfBirth}`).text('Haemoglobin 13.1 g/dL')
    pdf.end()
  })

test('warns in the confirmation when the file names another patient, and never blocks', async ({
  page,
  data,
  signIn,
}) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician, { fullName: 'Hessa Khan', dob: '1985-03-03' })
  const reportType = await data.reportType(technician)
  await signIn(technician)

  const fillIn = async (file: SampleFile) => {
    await page.goto(`/user/patient/${patient.id}/report/publish`)
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByRole('link', { name: 'View File' })).toBeVisible()
    await page.getByLabel('Report Title').fill('Blood count')
    await page.getByLabel('Report Type', { exact: false }).first().click()
    await page.getByRole('option', { name: `${reportType.id} - ${reportType.title}` }).click()
    await page.getByRole('button', { name: 'Publish Report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish to' })
    await expect(dialog.getByRole('group', { name: 'Patient' })).toContainText('Born March 3, 1985')
    return dialog
  }

  await test.step('says no word when the file fits', async () => {
    const dialog = await fillIn(await sheetOf('Khan, Hessa', '03/03/1985'))
    await expect(dialog.getByText('This file may belong to another patient')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('warns with the reasons when it does not', async () => {
    const dialog = await fillIn(await sheetOf('Omar Farsi', '1990-05-01'))
    await expect(dialog.getByText('This file may belong to another patient')).toBeVisible()
    const rowOf = (field: string) => dialog.getByRole('row').filter({ hasText: field })
    await expect(rowOf('Date of Birth').getByRole('cell')).toHaveText(['May 1, 1990', 'March 3, 1985'])
    await expect(rowOf('Name').getByRole('cell')).toHaveText(['Omar Farsi', 'Hessa Khan'])
    await expectNoAxeViolations(page, '[role=dialog]')
    const anyway = dialog.getByRole('button', { name: 'Publish Anyway', exact: true })
    await expect(anyway).toBeDisabled()
    await dialog.getByLabel('I compared the file with the patient. It belongs to Hessa Khan.').check()
    await anyway.click()
    await expect(toast(page, 'Report published successfully')).toBeVisible()
  })
})

test('refuses a file that could do harm in plain words', async ({ page, data, signIn, watch }) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician)
  await signIn(technician)
  await page.goto(`/user/patient/${patient.id}/report/publish`)
  const { buffer } = await sheetOf('Hessa Khan', '1985-03-03')
  const withScript = buffer
    .toString('latin1')
    .replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>')
  watch.allowHttp(415, '/report/uploadReportFile')
  await page.locator('input[type=file]').setInputFiles({
    name: 'sheet.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(withScript, 'latin1'),
  })
  await expect(page.getByText(/This PDF (contains scripts|is damaged)/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'View File' })).toHaveCount(0)
})

test('shows the Doctor of the lab who looked at a record', async ({ page, data, signIn, openBrowser }) => {
  const technician = await data.user('Technician')
  const lab = technician.lab ?? undefined
  const doctor = await data.user('Doctor', lab)
  const patient = await data.patient(technician)
  const report = await data.report(technician, patient)

  const other = await openBrowser(technician)
  await other.goto(`/user/reports/view/${report.id}`)
  // The headline appears before the report.
  await expect(other.getByRole('heading', { level: 2, name: patient.fullName })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Show Access history' })).toHaveCount(0)
  const printed = other.waitForResponse((answer) => answer.url().endsWith('/activity/print'))
  await other.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect((await printed).status()).toBe(200)

  await signIn(doctor)
  await page.goto(`/user/reports/view/${report.id}`)
  const readers = page.getByRole('region', { name: 'Opened By' })
  await readers.getByRole('button', { name: 'Show Access history' }).click()
  await expect(
    readers
      .getByRole('list', { name: `By ${technician.fullName}` })
      .getByText(`Printed report #${report.id}`),
  ).toBeVisible()
  await expect(readers.getByText(`Looked at report #${report.id}`).first()).toBeVisible()

  await page.goto(`/user/patients/view/${patient.id}`)
  const history = page.getByRole('region', { name: 'Access history' })
  await history.getByRole('button', { name: 'Show' }).click()
  await expect(history.getByRole('list').first()).toHaveAttribute('aria-busy', 'false')
  // Actions within one minute form one group.
  const more = history.getByRole('button', { name: /^Show \d+ More$/ })
  while ((await more.count()) > 0) await more.first().click()
  await expect(history.getByText(`Published report #${report.id}`)).toBeVisible()
})

test('filters the log by person, action and day, and exports it as it is filtered', async ({
  page,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor', undefined, 'Filtered Doctor')
  const patient = await data.patient(doctor)
  await signIn(data.admin)
  await page.goto('/user/logs/activity')
  const list = page.getByRole('list', { name: 'Activity, newest first' })
  await expect(list.getByRole('listitem').first()).toBeVisible()

  await page.getByRole('combobox', { name: 'Person' }).fill('Filtered Doctor')
  await page
    .getByRole('option', { name: /Filtered Doctor/ })
    .first()
    .click()
  await page.getByLabel('Action').selectOption('Patient registered')
  await expect(page).toHaveURL(new RegExp(`actorId=${doctor.id}.*action=patient.create`))
  await expect(list.getByRole('list').getByRole('listitem')).toHaveCount(1)
  await expect(list.getByText(`Registered patient ZL-${patient.id}`)).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('Time,Person,Role,Lab,Action,What,Record,Patient,Address')
  expect(file).toContain(`Registered patient ZL-${patient.id}`)
  expect(file.trim().split('\r\n')).toHaveLength(2)

  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No activity found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(list.getByRole('listitem').nth(1)).toBeVisible()
})
