import type { Page } from '@playwright/test'
import { contract, REFUSAL, SUCCESS, type Report } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { AmendPage } from '../pages/amend-page.ts'
import { expectOpensFileInNewTab } from '../pages/files.ts'
import { ReportPage } from '../pages/report-page.ts'
import { ReportsPage } from '../pages/reports-page.ts'
import { samplePdf, samplePng } from '../sample-files.ts'
import type { Credentials, TestData } from '../test-data.ts'
import { toast } from '../toasts.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const amendElsewhere = async (
  data: TestData,
  by: Credentials,
  report: Report,
  title: string,
  remark: string,
) => {
  const api = await data.as(by)
  await api.call(contract.reports.amend, {
    params: { id: String(report.id) },
    body: {
      title,
      remark,
      reportTypeId: report.reportType.id,
      patientId: report.patient.id,
      fileUrl: report.filePath,
      reason: 'late-result',
      note: 'Second run',
    },
  })
}

test('amends a report and keeps every version', async ({ page, data, signIn, openBrowser }) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? undefined
  const technician = await data.user('Technician', lab)
  const receptionist = await data.user('Receptionist', lab)
  const patient = await data.patient(doctor, { fullName: 'Mona Darwish' })
  const report = await data.report(doctor, patient, {
    title: 'Blood count',
    remark: 'Within range',
    file: samplePdf(),
  })
  await signIn(technician)
  const reportPage = new ReportPage(page)
  const amend = new AmendPage(page)

  await test.step('shows an ordinary report as published and nothing else [AMEND-10]', async () => {
    await reportPage.open(report.id)
    await expect(reportPage.card('Report Status')).toContainText('Published')
    await expect(page.getByText(/Amended/)).toHaveCount(0)
    await expect(card(page, 'Version History')).toHaveCount(0)
  })

  await test.step('starts the form with the published values [AMEND-09]', async () => {
    await reportPage.choose('Amend')
    await expect(page.getByRole('heading', { level: 1, name: 'Amend Report' })).toBeVisible()
    await expect(page.getByText('Mona Darwish', { exact: true })).toBeVisible()
    await expect(amend.title).toHaveValue('Blood count')
    await expect(amend.remark).toHaveValue('Within range')
    await expect(amend.reportType).toHaveValue(`${report.reportType.id} - ${report.reportType.title}`)
    await expectOpensFileInNewTab(amend.currentFile.getByRole('link', { name: 'View File' }), samplePdf())
  })

  await test.step('asks for a reason, and for a difference [AMEND-09]', async () => {
    await amend.submit.click()
    await expect(page.getByText('Please select a reason', { exact: true })).toBeVisible()
    await amend.reason.selectOption('Other reason')
    await amend.submit.click()
    await expect(page.getByText('Please describe the reason in the note', { exact: true })).toBeVisible()
    await amend.reason.selectOption('Wrong or missing result')
    await amend.submit.click()
    await expect(amend.problem).toContainText(REFUSAL.NOTHING_AMENDED)
    await expect(amend.question).toHaveCount(0)
  })

  await test.step('takes a new file, or keeps the current one after all', async () => {
    await amend.replaceFile.click()
    await amend.submit.click()
    await expect(page.getByText('Please upload a file', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Keep the Current File' }).click()
    await expect(amend.currentFile).toBeVisible()
    await amend.replaceFileWith(samplePng())
  })

  await test.step('lists what changes, from what to what, in the question [AMEND-09]', async () => {
    await amend.title.fill('Full blood count')
    await amend.remark.fill('')
    await amend.note.fill('The sample was measured again')
    await amend.submit.click()
    await expect(amend.question).toContainText(`This publishes version 2 of report #${report.id}.`)
    expect(await amend.changes()).toEqual([
      ['Report Title', 'Blood count', 'Full blood count'],
      ['Remark', 'Within range', 'None'],
      ['File', 'Current file', samplePng().name],
    ])
    await expect(amend.question).toContainText('Mona Darwish')
    await expect(amend.question).toContainText('Wrong or missing result')
    await expectNoAxeViolations(page, '[role=dialog]')
    await amend.confirm.click()
    await expect(toast(page, SUCCESS.reportAmended)).toBeVisible()
  })

  await test.step('shows the new version, its badge and the history on the report page [AMEND-10]', async () => {
    await expect(page).toHaveURL(`/user/reports/view/${report.id}`)
    await expect(reportPage.card('Report Status')).toContainText('Published')
    await expect(reportPage.card('Report Status').getByText('Amended · v2', { exact: true })).toBeVisible()
    await expect(reportPage.card('Additional Information')).toContainText('Full blood count')
    await expect(reportPage.card('Additional Information')).toContainText('No remarks provided')
    const versions = card(page, 'Version History').getByRole('listitem')
    const [second, first] = [versions.nth(0), versions.nth(1)]
    await expect(second).toContainText(`Amended by ${technician.fullName}`)
    await expect(second).toContainText('Wrong or missing result')
    await expect(second).toContainText('The sample was measured again')
    await expect(second).toContainText('Changed: title, remark, file')
    await expect(first).toContainText(`Published by ${doctor.fullName}`)
    await expectOpensFileInNewTab(reportPage.openInNewTab, samplePng())
    await expectAccessibleInBothSchemes(page, card(page, 'Version History'))
  })

  const desk = await openBrowser(receptionist)
  await test.step('lists, dashboard and patient page show it to everybody in the lab [AMEND-10]', async () => {
    const other = await data.report(doctor, patient, { title: 'Ordinary report' })
    const reports = new ReportsPage(desk)
    await reports.open()
    await expect(reports.rows.filter({ hasText: 'Full blood count' })).toContainText('Amended · v2')
    await expect(reports.rows.filter({ hasText: other.title })).not.toContainText('Amended')
    await desk.goto(`/user/patients/view/${patient.id}`)
    const onPatient = card(desk, 'Medical Reports').getByRole('row')
    await expect(onPatient.filter({ hasText: 'Full blood count' })).toContainText('Amended · v2')
    await expect(onPatient.filter({ hasText: other.title })).not.toContainText('Amended')
    await desk.goto('/user/dashboard')
    await expect(card(desk, 'Recent Reports').getByText('Amended · v2', { exact: true })).toHaveCount(1)
  })

  await test.step('opens an earlier version, marks it and links to the current one [AMEND-11, PUB-33]', async () => {
    const there = new ReportPage(desk)
    await there.open(report.id)
    await expect(there.view).toBeVisible()
    await expect(there.more).toHaveCount(0)
    await desk.getByRole('link', { name: 'Open version 1' }).click()
    await expect(desk).toHaveURL(`/user/reports/view/${report.id}?version=1`)
    await expect(desk.getByText('This is version 1 of 2, not the current one')).toBeVisible()
    await expect(there.card('Report Status')).toContainText('Superseded · v1')
    await expect(there.card('Additional Information')).toContainText('Within range')
    await expectOpensFileInNewTab(there.openInNewTab, samplePdf())
    await expectAccessibleInBothSchemes(desk)
    await desk.reload()
    await desk.getByRole('link', { name: 'Open the Current Version' }).click()
    await expect(desk).toHaveURL(`/user/reports/view/${report.id}`)
    await expect(there.card('Additional Information')).toContainText('Full blood count')
  })

  await test.step('shows the current one for a version that does not exist', async () => {
    await desk.goto(`/user/reports/view/${report.id}?version=9`)
    await expect(card(desk, 'Additional Information')).toContainText('Full blood count')
    await expect(desk.getByText(/not the current one/)).toHaveCount(0)
  })
})

test('two people amend one report', async ({ page, data, signIn, watch, calls }) => {
  const doctor = await data.user('Doctor')
  const technician = await data.user('Technician', doctor.lab ?? undefined)
  const report = await data.report(doctor, await data.patient(doctor), {
    title: 'Lipids',
    remark: 'First remark',
  })
  await signIn(technician)
  const amend = new AmendPage(page)
  await amend.open(report.id)
  await amend.title.fill('Lipid profile')
  await amend.reason.selectOption('Typing mistake')
  await amend.note.fill('As the doctor asked')

  await test.step('shows a network failure, and loses nothing', async () => {
    await calls.refuse(contract.reports.amend, 503, REFUSAL.SERVICE_UNAVAILABLE)
    await amend.submit.click()
    await amend.confirm.click()
    await expect(amend.problem).toContainText(REFUSAL.SERVICE_UNAVAILABLE)
    await calls.restore()
    await expect(amend.title).toHaveValue('Lipid profile')
  })

  await test.step('shows the second user the newer version and keeps the typed values [AMEND-12]', async () => {
    await amendElsewhere(data, doctor, report, 'Lipids, fasting', 'Second remark')
    watch.allowHttp(409, '/report/update/')
    await amend.submit.click()
    await amend.confirm.click()
    await expect(amend.problem).toContainText(REFUSAL.REPORT_CHANGED)
    const newer = page.getByRole('group', { name: 'Version 2' })
    await expect(newer).toContainText(doctor.fullName)
    await expect(newer).toContainText('Further results: Second run')
    await expect(newer).toContainText('Lipids, fasting')
    await expect(newer).toBeInViewport()
    await expect(amend.title).toHaveValue('Lipid profile')
    await expect(amend.note).toHaveValue('As the doctor asked')
    await expect(amend.reason).toHaveValue('clerical')
    // Untouched fields take the colleague's values; otherwise, the amendment would silently revert them.
    await expect(amend.remark).toHaveValue('Second remark')
    await expectAccessibleInBothSchemes(page, amend.problem)
  })

  await test.step('goes on from there [AMEND-12]', async () => {
    await amend.submit.click()
    await expect(amend.question).toContainText('This publishes version 3')
    expect(await amend.changes()).toEqual([['Report Title', 'Lipids, fasting', 'Lipid profile']])
    await amend.confirm.click()
    await expect(card(page, 'Report Status').getByText('Amended · v3', { exact: true })).toBeVisible()
  })

  await test.step('refuses to amend a report that was withdrawn meanwhile', async () => {
    await amend.open(report.id)
    await amend.title.fill('Too late')
    await amend.reason.selectOption('Typing mistake')
    const api = await data.as(doctor)
    await api.call(contract.reports.withdraw, {
      params: { id: String(report.id) },
      body: {},
    })
    await amend.submit.click()
    await amend.confirm.click()
    await expect(amend.problem).toContainText(REFUSAL.REPORT_WITHDRAWN)
    await expect(amend.title).toHaveValue('Too late')
    await expect(amend.submit).toBeDisabled()
    await page.reload()
    await expect(page.getByText('This report was withdrawn and cannot be amended')).toBeVisible()
  })
})

test('shows the preview after an amendment that keeps the file', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor))
  await signIn(doctor)
  const reportPage = new ReportPage(page)
  const amend = new AmendPage(page)
  const preview = reportPage.firstPage
  const pages = calls.seen(contract.reports.readFirstPage)
  await reportPage.open(report.id)
  await expect(preview).toBeVisible()
  expect(pages).toHaveLength(1)
  await reportPage.choose('Amend')
  await amend.title.fill('Corrected blood count')
  await amend.reason.selectOption('Further results')
  await amend.submit.click()
  const release = await calls.hold(contract.reports.readFirstPage)
  await amend.confirm.click()

  await test.step('starts empty, and never shows the stamp of the version before [AMEND-13]', async () => {
    await expect(page).toHaveURL(`/user/reports/view/${report.id}`)
    await expect(reportPage.card('Report Status').getByText('Amended · v2', { exact: true })).toBeVisible()
    await expect(preview).toHaveCount(0)
  })

  await test.step('shows the one of the new version then [AMEND-13]', async () => {
    release()
    await expect(preview).toBeVisible()
    expect(pages.length).toBeGreaterThan(1)
  })
})
