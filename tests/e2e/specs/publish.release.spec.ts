import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { ReportsPage } from '../pages/reports-page.ts'
import { samplePdf } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const ADVICE = 'reports will not automatically appear under individual lab dashboards'

for (const role of ['Doctor', 'Technician'] as const)
  test(`shows the publish page to the ${role}`, async ({ page, calls, data, signIn }) => {
    const user = await data.user(role)
    const patient = await data.patient(user, { fullName: 'Rami Saleh', emrId: 'EMR-9', dob: '1990-05-01' })
    const types = [await data.reportType(user), await data.reportType(user)]
    await signIn(user)
    const asked = calls.seen(contract.patients.getById)
    const publishing = new PublishPage(page)
    await publishing.open(patient.id)

    await test.step('fetches the patient of its address [PUB-01, PUB-02]', async () => {
      await expect(publishing.patient).toBeVisible()
      expect(asked.map((request) => new URL(request.url()).pathname.split('/').at(-1))).toEqual([
        String(patient.id),
      ])
    })

    await test.step('shows the patient of the report [PUB-03, API-ENT-23]', async () => {
      await expect(publishing.patient.getByRole('heading', { name: 'Rami Saleh' })).toBeVisible()
      for (const fact of [`ZL-${patient.id}`, 'EMR-9', 'May 1, 1990', patient.phone.number])
        await expect(publishing.patient).toContainText(fact)
    })

    await test.step('shows a panel for the file [PUB-04]', async () => {
      const panel = page.getByRole('region', { name: 'Report File', exact: true })
      await expect(panel.getByRole('button', { name: 'Choose File' })).toBeVisible()
    })

    await test.step('shows a form with title, remark and report type [PUB-05]', async () => {
      await expect(publishing.title).toHaveAttribute('required', '')
      await expect(publishing.reportType).toHaveAttribute('required', '')
      await expect(publishing.remark).not.toHaveAttribute('required')
    })

    await test.step('shows "id - title" of every type in the picker, without All [PUB-08, PUB-09]', async () => {
      await publishing.reportType.click()
      for (const { id, title } of types)
        await expect(page.getByRole('option', { name: `${id} - ${title}`, exact: true })).toBeVisible()
      await expect(page.getByRole('option', { name: /\bAll$/ })).toHaveCount(0)
      await expect(page.getByRole('option', { name: /^0\b/ })).toHaveCount(0)
      await page.keyboard.press('Escape')
    })

    await test.step('takes four endings in the file picker [PUB-27]', async () => {
      await expect(publishing.picker).toHaveAttribute('accept', '.pdf,.jpg,.jpeg,.png')
    })

    await test.step('there is no notice about labs [PUB-17]', () =>
      expect(page.getByText(ADVICE)).toHaveCount(0))
  })

test('lets an Admin publish, who has no lab', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const reportType = await data.reportType(doctor)
  await signIn(data.admin)
  const publishing = new PublishPage(page)
  await publishing.open(patient.id)
  const notice = page.getByRole('main')

  for (const [words, id] of [
    [ADVICE, '[PUB-13]'],
    ['Have lab-linked users publish reports', '[PUB-14]'],
    ['Use the admin dashboard for oversight', '[PUB-15]'],
    ['Create lab-specific accounts', '[PUB-16]'],
  ] as const)
    await test.step(`reads: ${words} ${id}`, () => expect(notice).toContainText(words))

  await test.step('publishes all the same [PUB-18]', async () => {
    await publishing.upload(samplePdf())
    await publishing.title.fill('From the head office')
    await publishing.chooseType(reportType)
    await publishing.submit.click()
    await publishing.confirm.click()
    await expect(toast(page, 'Report published successfully')).toBeVisible()
    await expect(new ReportsPage(page).row('From the head office')).toBeVisible()
  })

  await test.step('shows the report on the patient’s page, not in the lab’s list [PUB-13, PUB-18]', async () => {
    await signIn(doctor)
    await new ReportsPage(page).open()
    await expect(page.getByText('No reports found', { exact: true })).toBeVisible()
    await page.goto(`/user/patients/view/${patient.id}`)
    await expect(page.getByRole('link', { name: 'View From the head office' })).toBeVisible()
  })
})

test('reports an unknown patient', async ({ page, calls, data, signIn, watch }) => {
  const outsider = await data.patient(await data.user('Doctor'))
  const doctor = await data.user('Doctor')
  const { id } = await data.patient(doctor)
  watch.allowHttp(404, /\/patient\/getById\/\d+$/)
  await signIn(doctor)

  for (const [kind, address] of [
    ['an unknown id', '987654321'],
    ['another lab’s patient', String(outsider.id)],
    ['no id at all', 'abc'],
  ] as const)
    await test.step(`${kind} is "Patient Not Found" [PUB-06, PUB-07, ERR-09]`, async () => {
      await page.goto(`/user/patient/${address}/report/publish`)
      await expect(
        page.getByRole('heading', { level: 1, name: 'Patient Not Found', exact: true }),
      ).toBeVisible()
      await expect(
        page.getByText(
          'The patient you are looking for does not exist. Please check the patient ID and try again.',
          { exact: true },
        ),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Publish Report' })).toHaveCount(0)
    })

  await test.step('shows a failure of the server [PUB-06]', async () => {
    await calls.refuse(contract.patients.getById, 503, 'The records are being moved')
    const publishing = new PublishPage(page)
    await publishing.open(id)
    const alert = page.getByRole('alert')
    await expect(alert.getByText('The records are being moved', { exact: true })).toBeVisible()
    await calls.restore()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(publishing.patient).toBeVisible()
  })
})
