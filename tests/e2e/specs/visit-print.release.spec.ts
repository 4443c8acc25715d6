import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { samplePdf, samplePng } from '../sample-files.ts'
import { writtenPdf } from '../written-pdf.ts'

test('prints all reports of a visit as one document', async ({ page, data, signIn, watch }, info) => {
  const receptionist = await data.user('Receptionist')
  const lab = receptionist.lab ?? { id: 0 }
  const doctor = await data.user('Doctor', lab)
  const admin = await data.as(data.admin)
  const params = { id: String(lab.id) }
  await admin.call(contract.visits.updateVisitSettings, { params, body: { isOn: true } })
  const patient = await data.patient(receptionist, { fullName: 'Amal Mansour' })
  const names = ['Lipid profile', 'Urine scan', 'Ferritin', 'Vitamin D']
  const types = await Promise.all(names.map((name) => data.reportType(doctor, `${name} ${data.next()}`)))
  const staff = await data.as(doctor)
  const { data: visit } = await staff.call(contract.visits.addVisit, {
    params: { id: String(patient.id) },
    body: { reportTypeIds: types.map(({ id }) => id) },
  })
  const files = [await writtenPdf([{ text: 'One' }, { text: 'Two' }]), samplePng(), samplePdf(), samplePdf()]
  const reports: { id: number; title: string }[] = []
  for (const [index, title] of names.entries())
    reports.push(
      await data.report(doctor, patient, {
        title,
        reportType: types[index] ?? { id: 0 },
        file: files[index] ?? samplePdf(),
      }),
    )
  const idOf = (title: string) => reports.find((report) => report.title === title)?.id ?? 0
  await admin.call(contract.release.updateReleaseSettings, { params, body: { twoPersons: 'all' } })
  const { fileUrl } = await staff.uploadFile(samplePdf())
  await staff.call(contract.reports.amend, {
    params: { id: String(idOf('Ferritin')) },
    body: {
      ...{ title: 'Ferritin corrected', reportTypeId: types[2]?.id ?? 0, patientId: patient.id, fileUrl },
      ...{ reason: 'wrong-result', suspends: true },
    },
  })
  const summariesOf = async (title: string) => {
    const { data: history } = await staff.call(contract.activity.historyOfReport, {
      params: { id: String(idOf(title)) },
    })
    return history.map(({ summary }) => summary).filter((one) => /^(Opened the file|Printed)/.test(one))
  }

  // The test cannot answer the system's print dialog.
  await page.addInitScript(() => {
    window.print = () => {
      const root = window.top?.document.documentElement
      if (root) root.dataset.printed = String(document.querySelectorAll('.sheet img').length)
    }
  })
  await signIn(receptionist)
  await page.goto(`/user/patients/view/${patient.id}`)
  const printAll = async () => {
    await page.getByRole('button', { name: `Actions of visit #${visit.id}` }).click()
    await page.getByRole('menuitem', { name: 'Print All Reports' }).click()
  }
  const dialog = page.getByRole('dialog', { name: `Reports of visit #${visit.id}` })

  await test.step('prints nothing when one of the files cannot be loaded [VISIT-121]', async () => {
    watch.allowHttp(503)
    let reads = 0
    await page.route('**/report/file/*', (route) => {
      reads += 1
      return reads === 2 ? route.fulfill({ status: 503 }) : route.continue()
    })
    await printAll()
    await expect(
      dialog.frameLocator('iframe').getByText(/^One of the files could not be prepared/),
    ).toBeVisible()
    expect(await page.locator('html').getAttribute('data-printed')).toBeNull()
    await page.unroute('**/report/file/*')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    expect(await summariesOf('Urine scan')).toEqual([])
  })

  await test.step('leaves out and names suspended and withdrawn reports [VISIT-120]', async () => {
    const withdrawn = idOf('Vitamin D')
    await staff.call(contract.reports.withdraw, { params: { id: String(withdrawn) }, body: {} })
    watch.allowHttp(404, contract.reports.getById.path.replace(':reportId', String(withdrawn)))
    await printAll()
    await expect(page.locator('html'), 'two pages and a picture').toHaveAttribute('data-printed', '3')
    await expect(dialog.getByText('Printed together: Lipid profile, Urine scan.')).toBeVisible()
    await expect(dialog.getByText('Not printed: Ferritin, Vitamin D.')).toBeVisible()
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await page.screenshot({ path: info.outputPath('printed-1440.png') })
    await page.setViewportSize({ width: 390, height: 780 })
    await page.screenshot({ path: info.outputPath('printed-390.png') })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('records a view and a print of each report [VISIT-120]', async () => {
    expect(await summariesOf('Urine scan')).toEqual([
      `Printed report #${idOf('Urine scan')}`,
      `Opened the file of report #${idOf('Urine scan')}`,
    ])
    expect(await summariesOf('Lipid profile')).toContain(`Printed report #${idOf('Lipid profile')}`)
    for (const title of ['Ferritin', 'Vitamin D']) expect(await summariesOf(title)).toEqual([])
  })
})
