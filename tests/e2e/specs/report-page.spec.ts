import type { Locator, Page } from '@playwright/test'
import { contract, STAFF_ROLES } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { FileViewer } from '../pages/file-viewer.ts'
import { ReportPage } from '../pages/report-page.ts'
import { withDatabase } from '../product-database.ts'
import { samplePdf, samplePng } from '../sample-files.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const valueOf = (area: Locator, label: string) =>
  area
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')

const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

const expectNewTab = async (page: Page, link: Locator, address: string) => {
  const before = page.url()
  const [tab, request] = await Promise.all([
    page.context().waitForEvent('page'),
    page.context().waitForEvent('request', (one) => one.isNavigationRequest()),
    link.click(),
  ])
  expect(request.url()).toBe(address)
  expect(request.method()).toBe('GET')
  expect((await request.response())?.status()).toBe(200)
  expect(page.url()).toBe(before)
  await tab.close()
}

for (const role of STAFF_ROLES)
  test(`shows a report to the ${role}`, async ({ page, data, signIn, server }) => {
    const technician = await data.user('Technician')
    const patient = await data.patient(technician, { fullName: 'Mona Darwish', phone: '+971501234567' })
    const reportType = await data.reportType(technician)
    const remark = 'Slightly raised; repeat in three months.'
    const report = await data.report(technician, patient, {
      title: 'Lipid profile',
      remark,
      reportType,
      file: samplePdf(),
    })
    await withDatabase(server, async (database) => {
      await database.execute(`update patients set created_at = '2026-03-05T10:00Z' where id = $1`, [
        patient.id,
      ])
      await database.execute(`update reports set created_at = '2026-04-17T10:00Z' where id = $1`, [report.id])
    })
    const user = role === 'Admin' ? data.admin : await data.user(role, technician.lab ?? { id: 0 })
    await signIn(user)
    await page.goto(`/user/reports/view/${report.id}`)
    const information = card(page, 'Patient Information')
    const status = card(page, 'Report Status')
    const more = card(page, 'Additional Information')
    const preview = card(page, 'Report Preview')
    const address = new URL(report.filePath, server.url).href

    await test.step('shows its type and its number as the title [REPVIEW-01, REPVIEW-02]', async () => {
      await expect(titleOf(page, reportType.title)).toBeVisible()
      await expect(page.getByText(`Report ID: #${report.id}`, { exact: true })).toBeVisible()
    })

    await test.step('shows its patient [REPVIEW-05] by EMR ID, name and phone [REPVIEW-06, REPVIEW-07, REPVIEW-08]', async () => {
      await expect(information.getByRole('heading', { name: 'Patient Information' })).toBeVisible()
      await expect(valueOf(information, 'EMR ID')).toHaveText(patient.emrId ?? '?')
      await expect(valueOf(information, 'Full Name')).toHaveText('Mona Darwish')
      await expect(valueOf(information, 'Phone')).toHaveText('+971501234567')
    })

    await test.step('shows system ID, email and registration [REPVIEW-09, REPVIEW-10, REPVIEW-11]', async () => {
      await expect(valueOf(information, 'System ID')).toHaveText(`ZL-${patient.id}`)
      await expect(valueOf(information, 'Email')).toHaveText(patient.email ?? '?')
      await expect(valueOf(information, 'Registration Date')).toHaveText('March 5, 2026')
    })

    await test.step('shows its status [REPVIEW-13, REPVIEW-14, REPVIEW-29], date and type [REPVIEW-15, REPVIEW-16]', async () => {
      await expect(status.getByRole('heading', { name: 'Report Status' })).toBeVisible()
      await expect(valueOf(status, 'Status')).toHaveText('Published')
      await expect(valueOf(status, 'Upload Date')).toHaveText('April 17, 2026')
      await expect(valueOf(status, 'Report Type')).toHaveText(reportType.title)
    })

    await test.step('shows who uploaded it, and the remark [REPVIEW-17, REPVIEW-18, REPVIEW-19, REPVIEW-20]', async () => {
      await expect(more.getByRole('heading', { name: 'Additional Information' })).toBeVisible()
      await expect(valueOf(more, 'Uploaded By')).toContainText(technician.fullName)
      await expect(valueOf(more, 'Uploaded By')).toContainText(technician.email)
      await expect(valueOf(more, 'Report Title')).toHaveText('Lipid profile')
      await expect(valueOf(more, 'Remarks')).toHaveText(remark)
    })

    await test.step('opens its file in a new tab, by either of its first two actions [REPVIEW-03, REPVIEW-04, PAPER-03]', async () => {
      const { view, download } = new ReportPage(page)
      const [first, second] = await page.getByRole('main').getByRole('link').all()
      await expect(first as Locator).toHaveText('View Report')
      await expect(second as Locator).toHaveText('Download')
      await expectNewTab(page, view, address)
      // Same file; the activity log distinguishes the two.
      await expectNewTab(page, download, `${address}?purpose=download`)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('offers a preview [REPVIEW-22] that opens in a new tab [REPVIEW-23]', async () => {
      await expect(preview.getByRole('heading', { name: 'Report Preview' })).toBeVisible()
      await expectNewTab(page, preview.getByRole('link', { name: 'Open in New Tab', exact: true }), address)
    })

    await test.step('opens it in a large dialog [REPVIEW-24]', async () => {
      await preview.getByRole('button', { name: 'View', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Lipid profile' })
      const frame = dialog.locator('iframe')
      await expect(frame).toBeVisible()
      const viewer = new FileViewer(page)
      expect(await viewer.fileAddress()).toBe(report.filePath)
      await viewer.expectDrawn(1)
      const size = await frame.boundingBox()
      expect(size?.width).toBeGreaterThan(1000)
      expect(size?.height).toBeGreaterThan(500)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('leads to the patient [REPVIEW-12]', async () => {
      await information.getByRole('link', { name: 'View Profile', exact: true }).click()
      await expect(page).toHaveURL(`/user/patients/view/${patient.id}`)
    })
  })

test('shows a report without a remark, whose file is a picture', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor), { file: samplePng() })
  await signIn(doctor)
  await page.goto(`/user/reports/view/${report.id}`)

  await test.step('shows that there is none [REPVIEW-21]', async () => {
    await expect(valueOf(card(page, 'Additional Information'), 'Remarks')).toHaveText('No remarks provided')
  })

  await test.step('shows the picture large [REPVIEW-24]', async () => {
    await card(page, 'Report Preview').getByRole('button', { name: 'View', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: report.title })
    await expect(dialog.frameLocator('iframe').locator('img')).toBeVisible()
  })

  await test.step('closes it with Back and stays on the page, on a phone too [VIEW-37]', async () => {
    const { enlarge, preview } = new ReportPage(page)
    const address = new RegExp(`/user/reports/view/${report.id}$`)
    await page.goBack()
    await expect(preview).toHaveCount(0)
    await expect(page).toHaveURL(address)
    await page.setViewportSize({ width: 390, height: 780 })
    await enlarge.click()
    await expect(preview.locator('iframe')).toBeVisible()
    await page.goBack()
    await expect(preview).toHaveCount(0)
    await expect(page).toHaveURL(address)
    // Closing leaves no entry behind: Back then leaves the page.
    await enlarge.click()
    await preview.getByRole('button', { name: 'Close' }).click()
    await expect(preview).toHaveCount(0)
    await page.goBack()
    await expect(page).not.toHaveURL(address)
  })
})

test('explains that a report cannot be fetched', async ({ page, calls, data, signIn, watch }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor))
  await signIn(doctor)
  const notFound = titleOf(page, 'Report Not Found')
  const address = `/user/reports/view/${report.id}`

  await test.step('shows "not found" for an unknown report [REPVIEW-25, ERR-08]', async () => {
    watch.allowHttp(404, '/report/')
    await page.goto('/user/reports')
    await expect(titleOf(page, 'Medical Reports')).toBeVisible()
    await page.goto('/user/reports/view/99999999')
    await expect(notFound).toBeVisible()
    await expect(page.getByRole('main').getByText('404', { exact: true })).toBeVisible()
  })

  await test.step('adds an explanation and a word of help [REPVIEW-26, REPVIEW-27]', async () => {
    const explanation = 'The report ID might be incorrect, or the report might have been deleted or moved.'
    await expect(page.getByText(explanation, { exact: true })).toBeVisible()
    const help = 'If you believe this is an error, please contact support or try again later.'
    await expect(page.getByText(help, { exact: true })).toBeVisible()
  })

  await test.step('leads back [REPVIEW-28]', async () => {
    await page.getByRole('button', { name: 'Go Back', exact: true }).click()
    await expect(page).toHaveURL('/user/reports')
  })

  await test.step('shows no "not found" when the server refuses or fails [REPVIEW-25, ERR-08]', async () => {
    for (const status of [403, 500]) {
      await calls.refuse(contract.reports.getById, status, 'Not today')
      await page.goto(address)
      await expect(notFound).toBeVisible()
      await calls.restore()
    }
  })

  await test.step('shows none when it cannot be reached, until it can [REPVIEW-25, ERR-08]', async () => {
    await calls.cut(contract.reports.getById)
    await page.goto(address)
    await expect(notFound).toBeVisible()
    await calls.restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(titleOf(page, report.reportType.title)).toBeVisible()
  })
})
