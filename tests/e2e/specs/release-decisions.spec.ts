import { contract, SUCCESS } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { inboxPdf } from '../inbox-files.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { openFromList, rowOf } from '../pages/release-list.ts'
import { samplePdf } from '../sample-files.ts'
import { toast } from '../toasts.ts'

test('shows a Doctor what a decision needs [RELEASE-112]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? { id: 0 }
  const technician = await data.user('Technician', lab)
  const author = await data.as(technician)
  const type = await data.reportType(doctor, `Ferritin ${data.next()}`)
  const patient = await data.patient(doctor, { fullName: 'Amal Mansour', dob: '1985-04-12' })
  const earlier = await data.report(doctor, patient, { reportType: type })
  const amended = await data.report(doctor, patient, { reportType: type })
  const admin = await data.as(data.admin)
  await admin.call(contract.release.updateReleaseSettings, {
    params: { id: String(lab.id) },
    body: { twoPersons: 'all' },
  })
  const title = `Ferritin ${data.next()}`
  const file = await inboxPdf('other.pdf', 'Patient: Omar Saleh', 'DOB: 1971-01-09')
  const { fileUrl } = await author.uploadFile(file)
  await author.call(contract.reports.amend, {
    params: { id: String(amended.id) },
    body: {
      ...{ title, reportTypeId: type.id, patientId: patient.id, fileUrl },
      reason: 'wrong-result',
    },
  })
  await signIn(doctor)
  await page.goto('/user/release')
  const row = rowOf(page, title)
  await expect(row.getByRole('checkbox')).toHaveAccessibleDescription('Open a report before you select it.')
  await expect(page.getByText('Open a report before you select it.')).toHaveCount(1)
  await row.getByRole('link', { name: 'Amal Mansour', exact: true }).click()
  await expect(page.getByText('This file may belong to another patient')).toBeVisible()
  const list = page.getByRole('list', { name: 'Earlier reports of this type' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('link', { name: earlier.title })).toBeVisible()
  const published = page.frameLocator('iframe[title="Published version 1"]')
  for (const frame of [published, page.frameLocator(`iframe[title="${title}"]`)])
    await expect(frame.locator('canvas').first()).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await expectNothingSticksOut(page)
})

test('lets another person take over what was sent back, or discard it with a reason [RELEASE-88] [RELEASE-91]', async ({
  page,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? { id: 0 }
  const author = await data.as(await data.user('Technician', lab))
  const type = await data.reportType(doctor, `Ferritin ${data.next()}`)
  const patient = await data.patient(doctor, { fullName: 'Amal Mansour', dob: '1985-04-12' })
  const admin = await data.as(data.admin)
  await admin.call(contract.release.updateReleaseSettings, {
    params: { id: String(lab.id) },
    body: { twoPersons: 'all' },
  })
  const title = `Ferritin ${data.next()}`
  for (const name of ['taken over', 'discarded']) {
    const { fileUrl } = await author.uploadFile(samplePdf())
    await author.call(contract.reports.publish, {
      params: { patientId: String(patient.id) },
      body: { title: `${title} ${name}`, reportTypeId: type.id, patientId: patient.id, fileUrl },
    })
  }
  const giveReason = async (action: string, dialogName: string, reason: string) => {
    await page.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog', { name: dialogName })
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: action }).click()
  }
  await signIn(doctor)
  await openFromList(page, `${title} discarded`)
  await giveReason('Discard', 'Discard report', 'It was entered twice by mistake')
  await expect(toast(page, SUCCESS.reportDiscarded)).toBeVisible()

  await openFromList(page, `${title} taken over`)
  await giveReason('Send Back', 'Send back to the author', 'The unit of the result is missing')
  await page.getByRole('link', { name: 'Sent back 1' }).click()
  await page.getByRole('link', { name: 'Amal Mansour', exact: true }).click()
  await page.getByRole('button', { name: 'Take Over' }).click()
  await page
    .getByRole('dialog', { name: 'Take over the report' })
    .getByRole('button', { name: 'Take Over' })
    .click()
  await expect(toast(page, SUCCESS.reportTakenOver)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Correct', exact: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})
