import { contract, REFUSAL } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { FileViewer } from '../pages/file-viewer.ts'
import { ReportPage } from '../pages/report-page.ts'
import { samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

test('prints a report and hands it over at the counter', async ({
  page,
  calls,
  data,
  signIn,
  openBrowser,
  watch,
}) => {
  const receptionist = await data.user('Receptionist')
  const doctor = await data.user('Doctor', receptionist.lab ?? { id: 0 })
  await data.patient(receptionist, { fullName: 'Omar Farsi', dob: '1950-01-01' })
  const omar = await data.patient(receptionist, { fullName: 'Omar Farsi', phone: '+971507654321' })
  const report = await data.report(doctor, omar, { title: 'Lipid profile' })
  await data.report(doctor, omar, { file: samplePng(), title: 'Urine scan' })
  const staff = await data.as(doctor)
  const recorded = calls.seen(contract.deliveries.handOverPaper)
  const prints = calls.seen(contract.activity.recordPrint)
  const counter = page.getByRole('region', { name: 'Counter' })
  const row = (title: string) => counter.getByRole('listitem').filter({ hasText: title })
  const printButton = (title: string) => counter.getByRole('button', { name: `Print ${title}` })
  const viewer = new FileViewer(page)
  const question = viewer.dialog.getByRole('group', { name: 'Handed over on paper?' })
  const confirm = question.getByRole('button', { name: 'Confirm Handover' })
  /** One sheet, and the question. Drawing it at the resolution of print takes its time. */
  const expectPrinted = async () => {
    await expect(confirm).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
    await page.locator('html').evaluate((root) => delete root.dataset.printed)
  }
  const params = { id: String(report.id) }
  const deliveriesOf = async () => (await staff.call(contract.deliveries.listOfReport, { params })).data
  // The test cannot answer the system's print dialog.
  await page.addInitScript(() => {
    window.print = () => {
      const root = window.top?.document.documentElement
      if (root) root.dataset.printed = String(document.querySelectorAll('.sheet img').length)
    }
  })
  await signIn(receptionist)
  await page.goto('/user/dashboard')

  await test.step('goes from the name to the record with the keyboard alone [DESK-31]', async () => {
    await expect(page.getByRole('combobox', { name: 'Find a patient' })).toBeFocused()
    await page.keyboard.type('Omar Farsi')
    const options = page.getByRole('listbox', { name: 'Found patients' }).getByRole('option')
    await expect(options).toHaveCount(3)
    const isFirst = (await options.first().textContent())?.includes(`ZL-${omar.id}`)
    for (let step = 0; step < (isFirst ? 1 : 2); step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(counter.getByRole('link', { name: 'Open Urine scan' })).toBeFocused()
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key)
    await expect(printButton('Lipid profile')).toBeFocused()
    await page.keyboard.press('Enter')
    await expectPrinted()
    expect(prints).toHaveLength(1)
    await expectAccessibleInBothSchemes(page, viewer.dialog)
    await page.keyboard.press('Enter')
    await expect(viewer.dialog).toHaveCount(0)
    await expect(row('Lipid profile').getByText('Handed over on paper')).toBeVisible()
    expect(await deliveriesOf()).toMatchObject([
      { channel: 'paper', reportVersion: 1, requestedBy: { fullName: receptionist.fullName } },
    ])
  })

  await test.step('ignores a second Enter there [DESK-31]', async () => {
    await expect(row('Lipid profile').getByRole('paragraph')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/user/dashboard')
    expect(recorded).toHaveLength(1)
    await expectAccessibleInBothSchemes(page, counter)
  })

  await test.step('prints only, and a picture too [DESK-31]', async () => {
    await printButton('Urine scan').press('Enter')
    await expectPrinted()
    await page.keyboard.press('Escape')
    await expect(viewer.dialog).toHaveCount(0)
    await expect(printButton('Urine scan')).toBeFocused()
    await expect(row('Urine scan').getByText('Handed over on paper')).toHaveCount(0)
    expect(recorded).toHaveLength(1)
  })

  await test.step('hands over no version that was corrected meanwhile [DESK-31]', async () => {
    watch.allowHttp(409, contract.deliveries.handOverPaper.path.replace(':id', params.id))
    await printButton('Lipid profile').press('Enter')
    await expectPrinted()
    const { fileUrl } = await staff.uploadFile(samplePng())
    const corrected = { title: 'Lipid profile', patientId: omar.id, reportTypeId: report.reportType.id }
    await staff.call(contract.reports.amend, {
      params,
      body: { ...corrected, fileUrl, reason: 'wrong-result' },
    })
    await page.keyboard.press('Enter')
    await expect(toast(page, REFUSAL.PRINT_OUTDATED)).toBeVisible()
    await expect(row('Lipid profile').getByText('Amended · v2')).toBeVisible()
    await expect(row('Lipid profile').getByText('Handed over on paper')).toHaveCount(0)
    await printButton('Lipid profile').press('Enter')
    await expectPrinted()
    await page.keyboard.press('Enter')
    await expect(row('Lipid profile').getByRole('paragraph')).toBeFocused()
    expect((await deliveriesOf()).map(({ reportVersion }) => reportVersion)).toEqual([2, 1])
  })

  await test.step('lists it on the page of the report [DELIV-50]', async () => {
    const doctors = await openBrowser(doctor)
    await new ReportPage(doctors).open(report.id)
    const list = doctors.getByRole('list', { name: 'Deliveries' })
    await expect(list.getByText('Handed over on paper')).toHaveCount(2)
    await expect(list.getByRole('listitem').first()).toContainText(`by ${receptionist.fullName} · Version 2`)

    await test.step('says after a withdrawal whom to call [DELIV-50]', async () => {
      await staff.call(contract.reports.withdraw, { params, body: {} })
      await doctors.reload()
      const notice = doctors.getByRole('note').filter({ hasText: 'on paper' })
      await expect(notice).toContainText('Call Omar Farsi and ask for the paper back')
      await expect(notice.getByRole('link')).toHaveAttribute('href', 'tel:+971507654321')
      await expect(notice).toContainText('Version 1 was handed over')
      await expectAccessibleInBothSchemes(doctors, notice)
    })
  })

  await test.step('prints no withdrawn report [DESK-31]', async () => {
    watch.allowHttp(404, contract.reports.getById.path.replace(':reportId', params.id))
    await printButton('Lipid profile').press('Enter')
    await expect(toast(page, REFUSAL.REPORT_NOT_FOUND)).toBeVisible()
    await expect(row('Lipid profile')).toHaveCount(0)
  })
})
