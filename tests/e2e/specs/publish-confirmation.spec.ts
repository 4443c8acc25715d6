import { contract, FALLBACK, REFUSAL } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { ReportsPage } from '../pages/reports-page.ts'
import { samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const QUESTION = 'Are you sure? you want to publish this report? This action is irreversible.'

test('publishing a report', async ({ page, calls, data, signIn }) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician, { fullName: 'Rami Saleh' })
  const reportType = await data.reportType(technician)
  await signIn(technician)
  const sent = calls.seen(contract.reports.publish)
  const listed = calls.seen(contract.reports.list)
  const publishing = new PublishPage(page)

  // Both are cached before: the list for five minutes, the patient's page until invalidated.
  await new ReportsPage(page).open()
  await expect(page.getByText('No reports found', { exact: true })).toBeVisible()
  await page.getByTestId('sidebar').getByRole('link', { name: 'View Patients' }).click()
  await page.getByRole('link', { name: 'Rami Saleh', exact: true }).click()
  await expect(page.getByText('No reports found', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'New Report', exact: true }).click()

  await publishing.upload(samplePng())
  await publishing.chooseType(reportType)
  await publishing.title.fill('  Urine culture ')
  await publishing.remark.fill('Repeat in a week')
  await publishing.submit.click()

  await test.step('asks first, in these words [PUB-28, PUB-29]', async () => {
    await expect(publishing.question.getByText(QUESTION, { exact: true })).toBeVisible()
    await expect(publishing.question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(sent).toHaveLength(0)
  })

  await test.step('names the patient and the title, against the wrong patient [PUB-28]', async () => {
    for (const fact of ['Rami Saleh', `ZL-${patient.id}`, 'April 12, 1985', 'Urine culture'])
      await expect(publishing.question.getByText(fact, { exact: true })).toBeVisible()
  })

  await test.step('cancelled, nothing is sent and nothing lost [PUB-30]', async () => {
    await publishing.question.getByRole('button', { name: 'Cancel' }).click()
    await expect(publishing.question).toBeHidden()
    await expect(publishing.title).toHaveValue('  Urine culture ')
    await expect(publishing.fileCard).toBeVisible()
    expect(sent).toHaveLength(0)
  })

  await test.step('shows the reason of a failure and keeps the form [PUB-35, ERR-01]', async () => {
    for (const [message, words] of [
      ['The register is locked', 'The register is locked'],
      ['', FALLBACK.publish],
    ] as const) {
      await calls.refuse(contract.reports.publish, 503, message)
      await publishing.submit.click()
      await publishing.confirm.click()
      await expect(toast(page, words)).toBeVisible()
      await expect(page.getByRole('main').getByRole('alert').filter({ hasText: words })).toBeVisible()
      await expect(publishing.question).toBeHidden()
      await expect(publishing.title).toHaveValue('  Urine culture ')
      await calls.restore()
    }
    expect(FALLBACK.publish).toBe('Failed to publish report')
  })

  await test.step('confirmed, it is sent once [PUB-28, API-USER-09]', async () => {
    sent.length = 0
    const release = await calls.hold(contract.reports.publish)
    const fileUrl = await publishing.fileCard
      .getByRole('link')
      .evaluate((link: HTMLAnchorElement) => new URL(link.href).pathname)
    await publishing.submit.click()
    await publishing.confirm.click()
    await expect(publishing.confirm).toBeDisabled()
    await expect(publishing.confirm).toHaveText('Publishing...')
    release()
    await expect(page).toHaveURL('/user/reports')
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      {
        title: 'Urine culture',
        remark: 'Repeat in a week',
        reportTypeId: reportType.id,
        patientId: patient.id,
        fileUrl,
      },
    ])
  })

  await test.step('confirms it with a toast [PUB-34]', () =>
    expect(toast(page, 'Report published successfully')).toBeVisible())

  await test.step('appears in the list, fetched again [PUB-31, PUB-32, CACHE-20]', async () => {
    await expect(new ReportsPage(page).titles).toHaveText(['Urine culture'])
    expect(listed).toHaveLength(2)
  })

  await test.step('appears on the patient’s page, too [CACHE-13]', async () => {
    await new ReportsPage(page).rows.getByRole('link', { name: 'Rami Saleh' }).click()
    await expect(page.getByRole('link', { name: 'View Urine culture' })).toBeVisible()
  })
})

test('keeps published what is published', async ({ page, data, signIn, watch }) => {
  const doctor = await data.user('Doctor')
  const receptionist = await data.user('Receptionist', doctor.lab ?? { id: 0 })
  const patient = await data.patient(doctor)
  const report = await data.report(doctor, patient, { title: 'First version', file: samplePng() })
  const api = await data.as(doctor)
  const isUnchanged = async () => (await (await api.get(report.filePath)).body()).equals(samplePng().buffer)

  await test.step('refuses to erase its file, or to publish it once more [PUB-33]', async () => {
    const erased = await api.send(contract.reports.deleteFile, { body: { fileUrl: report.filePath } })
    expect(await erased.json()).toMatchObject({ success: false, message: REFUSAL.FILE_PUBLISHED })
    const again = await api.send(contract.reports.publish, {
      params: { patientId: String(patient.id) },
      body: {
        title: 'Second',
        reportTypeId: report.reportType.id,
        patientId: patient.id,
        fileUrl: report.filePath,
      },
    })
    expect(again.ok()).toBe(false)
    expect(await isUnchanged()).toBe(true)
  })

  await test.step('withdrawn, it is readable only to users who may withdraw [PUB-33, REPVIEW-29]', async () => {
    const shown = await api.call(contract.reports.getById, { params: { reportId: String(report.id) } })
    const { version, sha256 } = shown.data
    await api.call(contract.reports.withdraw, {
      params: { id: String(report.id) },
      body: { reason: 'specimen-problem', note: 'Taken again', version, sha256 },
    })
    await signIn(doctor)
    await page.goto(`/user/reports/view/${report.id}`)
    await expect(page.getByText('This report was withdrawn', { exact: true })).toBeVisible()
    await expect(page.getByText('Specimen mislabeled or unsuitable', { exact: true })).toBeVisible()
    await expect(page.getByText('First version', { exact: true }).first()).toBeVisible()
    expect(await isUnchanged()).toBe(true)
    watch.allowHttp(404, /\/report\/getById\/\d+$/)
    await signIn(receptionist)
    await page.goto(`/user/reports/view/${report.id}`)
    await expect(page.getByRole('heading', { name: 'Report Not Found' })).toBeVisible()
  })
})
