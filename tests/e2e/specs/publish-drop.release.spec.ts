import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { dropFiles } from '../inbox-files.ts'
import { expectWholeButtonOnPhone, LONGEST_NAME } from '../overflow.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { ReportPage } from '../pages/report-page.ts'
import { samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'
import { writtenPdf } from '../written-pdf.ts'

test('publishes a file dropped on the dashboard', async ({ page, data, signIn, calls }) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician, { fullName: LONGEST_NAME, dob: '1985-04-12' })
  const reportType = await data.reportType(technician)
  const text = `Patient: ${LONGEST_NAME}, Patient ID: ZL-${patient.id}`
  const sheet = { ...(await writtenPdf([{ text }])), name: `${reportType.title}.pdf` }
  await signIn(technician)
  await page.goto('/user/dashboard')
  const uploads = calls.seen(contract.reports.uploadFile)
  const publishing = new PublishPage(page)

  await test.step('proposes the patient whom it names for certain [DROP-01]', async () => {
    await expect(page.getByRole('region', { name: 'Publish a report', exact: true })).toBeVisible()
    await dropFiles(page, [sheet])
    await expect(page).toHaveURL(`/user/patient/${patient.id}/report/publish`)
    await expect(publishing.fileCard).toContainText(sheet.name)
    await expect(page.getByText('The file names this patient', { exact: true })).toBeVisible()
    expect(uploads).toHaveLength(1)
  })

  await test.step('proposes the report type, if its name contains it [DROP-04]', async () => {
    await expect(publishing.reportType).toHaveValue(`${reportType.id} - ${reportType.title}`)
    await expect(publishing.title).toHaveValue(reportType.title)
  })

  await test.step('publishes it with two more clicks [DROP-01]', async () => {
    await publishing.submit.click()
    await expect(page.getByRole('dialog', { name: `Publish to ${LONGEST_NAME}?` })).toBeVisible()
    await expect(publishing.question.getByText(reportType.title).first()).toBeVisible()
    await publishing.confirm.click()
    await expect(toast(page, 'Report published successfully')).toBeVisible()
  })

  await test.step('confirms with a stamp of 200 ms, and none with reduced motion [DESIGN-09]', async () => {
    const sign = toast(page, 'Report published successfully').locator('svg[data-stamp]')
    await expect(sign).toHaveCSS('animation-name', 'toasts-stamp')
    await expect(sign).toHaveCSS('animation-duration', '0s')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(sign).toHaveCSS('animation-duration', '0.2s')
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  await test.step('offers to open the report, or to publish another one [DROP-03]', async () => {
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await expect(new ReportPage(page).card('Patient Information')).toContainText(LONGEST_NAME)
    await page.goto('/user/dashboard')
    const today = page.getByRole('group', { name: 'Published today' })
    await expect(today.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('asks for the patient when it is not certain [DROP-02]', async () => {
    await expect(page.getByRole('region', { name: 'Publish a report', exact: true })).toBeVisible()
    await dropFiles(page, [await writtenPdf([{ text: `Patient: ${LONGEST_NAME}` }])])
    const proposed = page.getByRole('list', { name: 'Proposed patients' }).getByRole('listitem')
    await expect(proposed).toHaveCount(1)
    await expect(proposed).toContainText(`Name agrees: ${LONGEST_NAME}`)
    await expectAccessibleInBothSchemes(page)
    const publishFor = proposed.getByRole('button', { name: `Publish for ${LONGEST_NAME}` })
    await expectWholeButtonOnPhone(page, publishFor)
    await publishFor.click()
    await expect(publishing.fileCard).toContainText('results.pdf')
  })

  await test.step('sends it to the patient after publishing [DELIV-15]', async () => {
    await publishing.chooseType(reportType)
    await publishing.submit.click()
    await publishing.confirm.click()
    await page.getByRole('link', { name: 'Send to Patient' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to Patient' })
    await expect(dialog.getByRole('group', { name: 'Recipient' })).toContainText(LONGEST_NAME)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/user\/reports\/view\/\d+$/)
  })
})

test('names what was published to its publisher only [DROP-06]', async ({ page, data, signIn }) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician, { fullName: 'Salma Private' })
  const reportType = await data.reportType(technician)
  const other = await data.user('Doctor')
  await signIn(technician)
  const publishing = new PublishPage(page)
  await publishing.open(patient.id)
  await publishing.upload(samplePng())
  await publishing.chooseType(reportType)
  await publishing.submit.click()
  await publishing.confirm.click()
  const notice = page.getByRole('note').filter({ hasText: 'Salma Private' })
  await expect(notice).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('Salma')

  await page.getByTestId('sidebar').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/user/dashboard')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: /^Doctor\b/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Doctor Login' })
  await dialog.getByLabel('Email').fill(other.email)
  await dialog.getByLabel('Password', { exact: true }).fill(other.password)
  await dialog.getByRole('button', { name: 'Login as Doctor' }).click()
  await expect(page).toHaveURL('/user/dashboard')
  await page.goBack()
  await expect(page).toHaveURL('/user/reports')
  await expect(page.getByText('No reports found')).toBeVisible()
  await expect(notice).toHaveCount(0)
})
