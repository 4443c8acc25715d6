import type { Page } from '@playwright/test'
import { contract, REFUSAL, SUCCESS } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectOpensFileInNewTab } from '../pages/files.ts'
import { ReportPage } from '../pages/report-page.ts'
import { ReportsPage } from '../pages/reports-page.ts'
import { samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const dialogOf = (page: Page) => {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    reason: dialog.getByRole('combobox', { name: 'Reason', exact: true }),
    note: dialog.getByRole('textbox', { name: 'Note', exact: true }),
    withdraw: dialog.getByRole('button', { name: 'Withdraw Report', exact: true }),
    goOn: dialog.getByRole('button', { name: 'Continue', exact: true }),
    search: dialog.getByRole('searchbox', { name: 'Search by name, phone or ZL id' }),
    found: dialog.getByRole('list', { name: 'Patients found' }).getByRole('button'),
    readers: dialog.getByRole('list', { name: 'Who opened this report' }).getByRole('listitem'),
    exchange: dialog.getByRole('button', { name: 'Withdraw and Publish', exact: true }),
  }
}

test('a report is withdrawn', async ({ page, data, signIn, openBrowser, watch, calls }) => {
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
  const { dialog, reason, note, withdraw, readers } = dialogOf(page)
  const reportPage = new ReportPage(page)

  await test.step('the dialog shows patient, report and who opened it, and asks why [WITHDRAW-01]', async () => {
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

  await test.step('it can be left after a question, back to the menu that opened it [SPEED-36]', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(reportPage.more).toBeFocused()
    await reportPage.choose('Withdraw')
  })

  await test.step('a failure is shown, and loses nothing', async () => {
    await reason.selectOption('Test not valid')
    await note.fill('The control was out of range')
    await calls.refuse(contract.reports.withdraw, 503, REFUSAL.SERVICE_UNAVAILABLE)
    await withdraw.click()
    await expect(dialog.getByRole('alert')).toContainText(REFUSAL.SERVICE_UNAVAILABLE)
    await calls.restore()
    await expect(note).toHaveValue('The control was out of range')
  })

  await test.step('the page shows it at once, with reason, note, user and time [WITHDRAW-01, WITHDRAW-02]', async () => {
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

  await test.step('does not look published, and no button invites to its file [SAFE-08]', async () => {
    const status = card(page, 'Report Status')
    await expect(status.getByText('Published, then withdrawn', { exact: true })).toBeVisible()
    await expect(status.getByText('Published', { exact: true })).toHaveCount(0)
    for (const button of [
      page.getByRole('link', { name: 'View Report', exact: true }),
      page.getByRole('button', { name: 'View', exact: true }),
    ])
      await expect(button).toHaveAttribute('data-variant', 'default')
  })

  await test.step('and it disappears from all lists [WITHDRAW-01]', async () => {
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

  await test.step('only users who may withdraw still see it [WITHDRAW-02]', async () => {
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

test('a report of the wrong patient', async ({ page, data, signIn, calls }) => {
  const technician = await data.user('Technician')
  const wrong = await data.patient(technician, { fullName: 'Sara Haddad', dob: '1985-04-12' })
  const right = await data.patient(technician, { fullName: 'Sara Haddad', dob: '1991-11-30' })
  const report = await data.report(technician, wrong, { title: 'Urine culture', file: samplePng() })
  await signIn(technician)
  await new ReportPage(page).open(report.id)
  const { dialog, reason, note, goOn, search, found, exchange } = dialogOf(page)

  await test.step('asks for the right one, who is found by name or ZL id', async () => {
    await new ReportPage(page).choose('Withdraw')
    await reason.selectOption('Wrong patient')
    await goOn.click()
    await expect(dialog.getByText('Please select a patient', { exact: true })).toBeVisible()
    await search.fill('No one of this name')
    await search.press('Enter')
    await expect(dialog.getByText('No other patient found')).toBeVisible()
    await search.fill('Sara Haddad')
    // The wrong patient has the same name and is not offered.
    await expect(found).toHaveCount(1)
    await search.fill(`ZL-${right.id}`)
    await search.press('Enter')
    await expect(found.first()).toContainText('born November 30, 1991')
    // The previous results are dimmed until the response arrives.
    await expect(dialog.getByRole('list', { name: 'Patients found' })).toHaveCSS('opacity', '1')
    await expectNoAxeViolations(page, '[role=dialog]')
    await found.first().click()
    await note.fill('Two patients of one name')
    await goOn.click()
  })

  await test.step('shows both side by side before anything happens [WITHDRAW-05]', async () => {
    const [left, other] = [card(page, 'Wrong patient'), card(page, 'Right patient')]
    await expect(left).toContainText('April 12, 1985')
    await expect(left).toContainText(`ZL-${wrong.id}`)
    await expect(other).toContainText('November 30, 1991')
    await expect(other).toContainText(`ZL-${right.id}`)
    const [at, besides] = [await left.boundingBox(), await other.boundingBox()]
    expect(at?.y).toBe(besides?.y)
    await dialog.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(note).toHaveValue('Two patients of one name')
    await goOn.click()
  })

  await test.step('stays as it is when that fails', async () => {
    await calls.refuse(contract.reports.reassign, 503, REFUSAL.SERVICE_UNAVAILABLE)
    await exchange.click()
    await expect(dialog.getByRole('alert')).toContainText(REFUSAL.SERVICE_UNAVAILABLE)
    await calls.restore()
  })

  await test.step('opens for the right patient afterwards [WITHDRAW-05]', async () => {
    await exchange.click()
    await expect(toast(page, SUCCESS.reportReassigned)).toBeVisible()
    await expect(page).not.toHaveURL(`/user/reports/view/${report.id}`)
    await expect(card(page, 'Patient Information')).toContainText(`ZL-${right.id}`)
    await expect(card(page, 'Additional Information')).toContainText('Urine culture')
    await expectOpensFileInNewTab(new ReportPage(page).openInNewTab, samplePng())
  })

  await test.step('and the withdrawn one leads to it [WITHDRAW-05]', async () => {
    const address = page.url()
    await new ReportPage(page).open(report.id)
    const banner = page.getByRole('note').filter({ hasText: 'This report was withdrawn' })
    await expect(banner).toContainText('Wrong patient')
    await expect(banner).toContainText('Two patients of one name')
    await banner.getByRole('link', { name: /^report #\d+$/ }).click()
    await expect(page).toHaveURL(address)
  })
})

test('a report that a colleague amends while it is being withdrawn', async ({
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
  const { dialog, reason, note, withdraw } = dialogOf(page)

  await test.step('is not withdrawn, and the dialog says who did and keeps what was typed [RULE-123]', async () => {
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
    await expect(dialog.getByRole('link', { name: 'Open the file' })).toBeVisible()
    await expect(reason).toHaveValue('invalid-test')
    await expect(note).toHaveValue('The control was out of range')
  })

  await test.step('is withdrawn once the new version was seen [RULE-123]', async () => {
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

test('the visit of a report of the wrong patient', async ({ page, data, signIn }) => {
  const technician = await data.user('Technician')
  const admin = await data.as(data.admin)
  await admin.call(contract.visits.updateVisitSettings, {
    params: { id: String(technician.lab?.id) },
    body: { isOn: true },
  })
  const [wrong, right] = [await data.patient(technician), await data.patient(technician)]
  const report = await data.report(technician, wrong, { title: 'Urine culture', file: samplePng() })
  const api = await data.as(technician)
  const addVisit = async (patient: { id: number }, reportIds: number[]) =>
    (
      await api.call(contract.visits.addVisit, {
        params: { id: String(patient.id) },
        body: { reportTypeIds: [report.reportType.id], reportIds },
      })
    ).data
  const visit = await addVisit(wrong, [report.id])
  const awaiting = await addVisit(right, [])
  await signIn(technician)
  const { dialog, reason, goOn, search, found, exchange } = dialogOf(page)
  const move = dialog.getByRole('checkbox', { name: 'move the visit too' })
  const check = async () => {
    await new ReportPage(page).open(report.id)
    await new ReportPage(page).choose('Withdraw')
    await reason.selectOption('Wrong patient')
    await search.fill(`ZL-${right.id}`)
    await search.press('Enter')
    await found.first().click()
    await goOn.click()
    await expect(exchange).toBeEnabled()
  }

  await test.step('is not offered to move while the right patient has one that awaits the report [VISIT-114]', async () => {
    await check()
    await expect(card(page, 'Right patient')).toBeVisible()
    await expect(move).toHaveCount(0)
    await api.call(contract.visits.cancelVisit, { params: { id: String(awaiting.id) } })
  })

  await test.step('moves by a click [VISIT-114]', async () => {
    await check()
    await expect(move).not.toBeChecked()
    await expect(dialog).toContainText(`Visit #${visit.id} moves with its referrer`)
    await expectNoAxeViolations(page, '[role=dialog]')
    await move.check()
    await exchange.click()
    await expect(toast(page, SUCCESS.reportReassigned)).toBeVisible()
    await page.goto(`/user/patients/view/${right.id}`)
    await expect(card(page, 'Visits')).toContainText('Ready')
    await page.goto(`/user/patients/view/${wrong.id}`)
    await expect(card(page, 'Visits')).toBeVisible()
    await expect(card(page, 'Visits').getByText(report.reportType.title)).toHaveCount(0)
  })
})
