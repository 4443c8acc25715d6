import type { Page } from '@playwright/test'
import { contract, REFUSAL, SUCCESS } from '@zelab/contract'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectOpensFileInNewTab } from '../pages/files.ts'
import { ReportPage } from '../pages/report-page.ts'
import { withdrawalDialog } from '../pages/withdrawal-dialog.ts'
import { samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('publishes a report of the wrong patient for the right one', async ({ page, data, signIn, calls }) => {
  const technician = await data.user('Technician')
  const wrong = await data.patient(technician, { fullName: 'Sara Haddad', dob: '1985-04-12' })
  const right = await data.patient(technician, { fullName: 'Sara Haddad', dob: '1991-11-30' })
  const report = await data.report(technician, wrong, { title: 'Urine culture', file: samplePng() })
  await signIn(technician)
  await new ReportPage(page).open(report.id)
  const { dialog, reason, note, goOn, search, found, exchange } = withdrawalDialog(page)

  await test.step('asks for the right one, who is found by name or ZL id, and taken with Enter [SPEED-39]', async () => {
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
    await expect(found.first()).toContainText('born November 30, 1991')
    // The previous results are dimmed until the response arrives.
    await expect(dialog.getByRole('list', { name: 'Patients found' })).toHaveCSS('opacity', '1')
    await expectNoAxeViolations(page, '[role=dialog]')
    await search.fill(`ZL-${right.id}`)
    await search.press('Enter')
    await expect(found).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeVisible()
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

  await test.step('leads from the withdrawn one to it [WITHDRAW-05]', async () => {
    const address = page.url()
    await new ReportPage(page).open(report.id)
    const banner = page.getByRole('note').filter({ hasText: 'This report was withdrawn' })
    await expect(banner).toContainText('Wrong patient')
    await expect(banner).toContainText('Two patients of one name')
    await banner.getByRole('link', { name: /^report #\d+$/ }).click()
    await expect(page).toHaveURL(address)
  })
})

test('moves the visit of a report of the wrong patient', async ({ page, data, signIn }) => {
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
  const { dialog, reason, goOn, search, found, exchange } = withdrawalDialog(page)
  const move = dialog.getByRole('checkbox', { name: 'move the visit too' })
  const check = async () => {
    await new ReportPage(page).open(report.id)
    await new ReportPage(page).choose('Withdraw')
    await reason.selectOption('Wrong patient')
    await search.fill(`ZL-${right.id}`)
    await search.press('Enter')
    await expect(found).toHaveCount(0)
    await goOn.click()
    await expect(exchange).toBeEnabled()
  }

  await test.step('offers no move while the right patient has one that awaits the report [VISIT-114]', async () => {
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
