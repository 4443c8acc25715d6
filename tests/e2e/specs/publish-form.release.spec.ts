import { contract } from '@zelab/contract'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { samplePdf } from '../sample-files.ts'
import { toast } from '../toasts.ts'

test('adds a report type on the way', async ({ page, calls, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const title = `Lipid profile ${data.next()}`
  await signIn(doctor)
  const sent = calls.seen(contract.reportTypes.add)
  const published = calls.seen(contract.reports.publish)
  const loads: string[] = []
  const publishing = new PublishPage(page)
  await publishing.open(patient.id)
  await publishing.title.fill('Kept while a type is added')
  page.on('load', () => loads.push(page.url()))
  const modal = publishing.newTypeDialog()
  const question = publishing.newTypeQuestion(title)

  await test.step('shows a modal with a title [PUB-10, PUB-11] and an optional description [PUB-12]', async () => {
    await expect(modal.dialog).toHaveCount(0)
    await publishing.newReportType.click()
    await expect(modal.dialog.getByRole('heading', { name: 'New Report Type', exact: true })).toBeVisible()
    await expect(modal.title).toBeFocused()
    await expect(modal.title).toHaveAttribute('required', '')
    await expect(modal.description).toBeVisible()
    await expect(modal.description).not.toHaveAttribute('required')
    await expect(modal.description).toHaveAccessibleDescription('Optional')
  })

  await test.step('asks for confirmation [PUB-36]; the description may be empty [PUB-48]', async () => {
    await modal.title.fill(title)
    await expect(modal.description).toHaveValue('')
    await modal.submit.click()
    const words = `Are you sure you want to add ${title} report type? This action is irreversible.`
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectNoAxeViolations(page, '[role=dialog]')
  })

  await test.step('adds nothing on Cancel [PUB-37]', async () => {
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(modal.title).toHaveValue(title)
    expect(sent).toHaveLength(0)
    const { data: types } = await (await data.as(doctor)).call(contract.reportTypes.list, {})
    expect(types.map((type) => type.title)).not.toContain(title)
  })

  await test.step('confirmed, it is added, without a description [PUB-38, PUB-48]', async () => {
    await modal.submit.click()
    await question.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(toast(page, 'Report type added successfully')).toBeVisible()
    await expect(modal.dialog).toBeHidden()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.postDataJSON()).toMatchObject({ title })
    expect((sent[0]?.postDataJSON() as { description?: string }).description ?? '').toBe('')
  })

  await test.step('offers it without a reload [PUB-39]', async () => {
    const { data: types } = await (await data.as(doctor)).call(contract.reportTypes.list, {})
    const label = `${types.find((type) => type.title === title)?.id} - ${title}`
    await expect(publishing.reportType).toHaveValue(label)
    await publishing.reportType.click()
    await expect(page.getByRole('option', { name: label, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(publishing.title).toHaveValue('Kept while a type is added')
    expect(loads, 'page loads').toEqual([])
    expect(published, 'the form behind the modal').toHaveLength(0)
  })
})

test('chooses a report type by typing', async ({ page, data, signIn }) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician)
  const { id, title } = await data.reportType(technician)
  const label = `${id} - ${title}`
  await signIn(technician)
  const publishing = new PublishPage(page)
  await publishing.open(patient.id)
  await expect(publishing.reportType).toBeFocused()

  await test.step('takes the first match with Tab [PUB-49]', async () => {
    await page.keyboard.type(title.slice(1))
    await expect(page.getByRole('option', { name: label, exact: true })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(publishing.reportType).toHaveValue(label)
    await expect(publishing.reportType).not.toBeFocused()
  })

  await test.step('stays when its text is erased [PUB-49]', async () => {
    await publishing.reportType.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Tab')
    await expect(publishing.reportType).toHaveValue(label)
  })

  await test.step('takes the first match with Enter [PUB-49]', async () => {
    await page.reload()
    await publishing.reportType.click()
    await page.keyboard.type(title.slice(1))
    await expect(page.getByRole('option', { name: label, exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(publishing.reportType).toHaveValue(label)
  })
})

test('refuses a report whose patient is lost on the way', async ({ page, data, signIn, watch }) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician)
  const reportType = await data.reportType(technician)
  await signIn(technician)
  const publishing = new PublishPage(page)
  await publishing.open(patient.id)
  await publishing.upload(samplePdf())
  await publishing.title.fill('For no one')
  await publishing.chooseType(reportType)

  await test.step('shows "Please select a patient" [PUB-45]', async () => {
    const address = /\/user\/uploadPatientReportFile\/\d+$/
    watch.allowHttp(400, address)
    await page.route(address, async (route) => {
      const body = route.request().postDataJSON() as Record<string, unknown>
      delete body.patientId
      await route.continue({ postData: JSON.stringify(body) })
    })
    await publishing.submit.click()
    await publishing.confirm.click()
    await expect(toast(page, 'Please select a patient')).toBeVisible()
    await expect(page).toHaveURL(`/user/patient/${patient.id}/report/publish`)
    await expect(publishing.title).toHaveValue('For no one')
    const { data: reports } = await (
      await data.as(technician)
    ).call(contract.reports.listOfPatient, { params: { patientId: String(patient.id) } })
    expect(reports).toEqual([])
  })
})
