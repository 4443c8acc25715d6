import type { Page } from '@playwright/test'
import { contract, REFUSAL, SUCCESS } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { ReportPage } from '../pages/report-page.ts'
import { ReportsPage } from '../pages/reports-page.ts'
import { withdrawalDialog } from '../pages/withdrawal-dialog.ts'
import { samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('withdraws a report', async ({ page, data, signIn, openBrowser, watch, calls }) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? undefined
  const receptionist = await data.user('Receptionist', lab)
  const patient = await data.patient(doctor, { fullName: 'Mona Darwish' })
  const report = await data.report(doctor, patient, { title: 'Blood count' })
  const kept = await data.report(doctor, patient, { title: 'Lipid profile' })
  const desk = await openBrowser(receptionist)
  await new ReportPage(desk).open(report.id)
  await expect(desk.getByRole('heading', { level: 1, name: report.reportType.title })).toBeVisible()
  await expect(new ReportPage(desk).more).toHaveCount(0)

  await signIn(doctor)
  await page.goto('/user/reports')
  await page.getByRole('link', { name: 'View Blood count' }).click()
  const { dialog, reason, note, withdraw, readers } = withdrawalDialog(page)
  const reportPage = new ReportPage(page)

  await test.step('shows patient, report and who opened it in the dialog, and asks why [WITHDRAW-01]', async () => {
    await reportPage.choose('Withdraw')
    await expect(dialog).toContainText('Mona Darwish')
    await expect(dialog).toContainText(`#${report.id} · Blood count`)
    await expect(readers.filter({ hasText: receptionist.fullName })).toContainText('Read the file')
    await expect(reason).toBeFocused()
    await withdraw.click()
    await expect(dialog.getByText('Please select a reason', { exact: true })).toBeVisible()
    await reason.selectOption('Other reason')
    await withdraw.click()
    await expect(dialog.getByText('Please describe the reason in the note', { exact: true })).toBeVisible()
    await expectNoAxeViolations(page, '[role=dialog]')
  })

  await test.step('keeps the buttons of a long dialog in sight on a low window [ACCESS-14]', async () => {
    const size = page.viewportSize()
    for (const [width, height] of [
      [390, 667],
      [1024, 480],
    ] as const) {
      await page.setViewportSize({ width, height })
      await note.scrollIntoViewIfNeeded()
      await expect(readers.first()).not.toBeInViewport({ ratio: 1 })
      await expect(withdraw).toBeInViewport({ ratio: 1 })
      expect(await withdraw.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false)
    }
    if (size) await page.setViewportSize(size)
  })

  await test.step('closes after a question, back to the menu that opened it [SPEED-36]', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(reportPage.more).toBeFocused()
    await reportPage.choose('Withdraw')
  })

  await test.step('shows a failure, and loses nothing', async () => {
    await reason.selectOption('Test not valid')
    await note.fill('The control was out of range')
    await calls.refuse(contract.reports.withdraw, 503, REFUSAL.SERVICE_UNAVAILABLE)
    await withdraw.click()
    await expect(dialog.getByRole('alert')).toContainText(REFUSAL.SERVICE_UNAVAILABLE)
    await calls.restore()
    await expect(note).toHaveValue('The control was out of range')
  })

  await test.step('shows it on the page at once, with reason, note, user and time [WITHDRAW-01, WITHDRAW-02]', async () => {
    await withdraw.click()
    await expect(toast(page, SUCCESS.reportWithdrawn)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    const banner = page.getByRole('note').filter({ hasText: 'This report was withdrawn' })
    await expect(banner).toContainText('Test not valid')
    await expect(banner).toContainText('The control was out of range')
    await expect(banner).toContainText(`Withdrawn by ${doctor.fullName} on`)
    await expect(
      card(page, 'Opened By').getByRole('listitem').filter({ hasText: receptionist.fullName }),
    ).toBeVisible()
    await expect(reportPage.more).toHaveCount(0)
    await expectAccessibleInBothSchemes(page, 'main')
  })

  await test.step('looks withdrawn, without a button that invites to its file [SAFE-08]', async () => {
    const status = card(page, 'Report Status')
    await expect(status.getByText('Published, then withdrawn', { exact: true })).toBeVisible()
    await expect(status.getByText('Published', { exact: true })).toHaveCount(0)
    for (const button of [
      page.getByRole('link', { name: 'View Report', exact: true }),
      page.getByRole('button', { name: 'View', exact: true }),
    ])
      await expect(button).toHaveAttribute('data-variant', 'default')
  })

  await test.step('disappears from all lists [WITHDRAW-01]', async () => {
    await page.goBack()
    const reports = new ReportsPage(page)
    await expect(reports.row(kept.title)).toBeVisible()
    await expect(reports.row(report.title)).toHaveCount(0)
    await page.goto('/user/dashboard')
    await expect(card(page, 'Recent Reports').getByRole('listitem')).toHaveCount(1)
    await page.goto(`/user/patients/view/${patient.id}`)
    await expect(card(page, 'Medical Reports').getByText(kept.title)).toBeVisible()
    await expect(card(page, 'Medical Reports').getByText(report.title)).toHaveCount(0)
  })

  await test.step('remains visible only to users who may withdraw [WITHDRAW-02]', async () => {
    const bench = await openBrowser(await data.user('Technician', lab))
    await new ReportPage(bench).open(report.id)
    await expect(bench.getByText('This report was withdrawn', { exact: true })).toBeVisible()
    watch.allowHttp(404, /\/report\/getById\/\d+$/)
    for (const other of [desk, await openBrowser(data.admin)]) {
      await new ReportPage(other).open(report.id)
      await expect(other.getByRole('heading', { name: 'Report Not Found' })).toBeVisible()
      await expect(other.getByText('The control was out of range')).toHaveCount(0)
    }
  })
})

test('stops the withdrawal of a report that a colleague amends meanwhile', async ({
  page,
  data,
  signIn,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const colleague = await data.user('Technician', doctor.lab ?? undefined)
  const patient = await data.patient(doctor)
  const report = await data.report(doctor, patient, { title: 'Blood count' })
  const api = await data.as(colleague)
  const amend = async (title: string) =>
    api.call(contract.reports.amend, {
      params: { id: String(report.id) },
      body: {
        ...{ title, patientId: patient.id, reportTypeId: report.reportType.id, reason: 'wrong-result' },
        fileUrl: (await api.uploadFile(samplePng())).fileUrl,
      },
    })
  await signIn(doctor)
  await new ReportPage(page).open(report.id)
  const { dialog, reason, note, withdraw } = withdrawalDialog(page)

  await test.step('says in the dialog who did and keeps what was typed [RULE-123]', async () => {
    await new ReportPage(page).choose('Withdraw')
    await reason.selectOption('Test not valid')
    await note.fill('The control was out of range')
    await amend('Blood count, corrected')
    watch.allowHttp(409, /\/report\/deleteById\/\d+$/)
    await withdraw.click()
    const problem = dialog.getByRole('alert')
    await expect(problem).toContainText(
      `${colleague.fullName} amended this report in the meantime: version 2`,
    )
    await expect(dialog).toContainText(`#${report.id} · Blood count, corrected`)
    await expect(dialog.getByText('Version 2', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Open the File' })).toBeVisible()
    await expect(reason).toHaveValue('invalid-test')
    await expect(note).toHaveValue('The control was out of range')
  })

  await test.step('withdraws it once the new version was seen [RULE-123]', async () => {
    await withdraw.click()
    await expect(toast(page, SUCCESS.reportWithdrawn)).toBeVisible()
    const banner = page.getByRole('note').filter({ hasText: 'This report was withdrawn' })
    await expect(banner).toContainText('The control was out of range')
  })

  await test.step('keeps the dialog when a colleague withdrew it, and says who did [RULE-123]', async () => {
    const other = await data.report(doctor, patient, { title: 'Lipid profile' })
    await new ReportPage(page).open(other.id)
    await new ReportPage(page).choose('Withdraw')
    await reason.selectOption('Test not valid')
    await note.fill('Typed by the Doctor')
    await api.call(contract.reports.withdraw, { params: { id: String(other.id) }, body: {} })
    await withdraw.click()
    await expect(dialog.getByRole('alert')).toContainText(
      `withdrawn in the meantime by ${colleague.fullName}: No reason given`,
    )
    await expect(page.getByText('This report was withdrawn', { exact: true })).toBeAttached()
    await expect(note).toHaveValue('Typed by the Doctor')
  })
})
