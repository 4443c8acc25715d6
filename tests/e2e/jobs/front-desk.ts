import { contract } from '@zelab/contract'
import { expect } from '../fixtures.ts'
import { dropFiles } from '../inbox-files.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { sampleSlip } from '../sample-files.ts'
import { toast } from '../toasts.ts'
import { type Job, useVisits } from './job.ts'

const HOUR_MS = 3_600_000

/** A new patient with a visit and its report. The file is named after the report type, which is then proposed. */
export const registerWalkIn = async ({ page, data, begin }: Job): Promise<void> => {
  const technician = await data.user('Technician')
  const type = await data.reportType(technician, `Vitamin D ${data.next()}`)
  await useVisits(data, technician)
  const form = new RegistrationPage(page)
  const publishing = new PublishPage(page)
  const { keyboard } = page
  await begin(technician)
  await keyboard.press('n')
  for (const [field, text] of [
    [form.fullName, 'Hind Rashid'],
    [form.email, 'hind@mail.test'],
    [form.phone, '507771234'],
    [form.dob, '03021992'],
    [form.gender, 'f'],
    [page.getByRole('combobox', { name: 'Expected reports' }), type.title],
  ] as const) {
    await expect(field).toBeFocused()
    await keyboard.type(text)
    await keyboard.press('Enter')
  }
  await expect(page.locator('.mantine-MultiSelect-pill')).toHaveText([type.title])
  await page.getByRole('button', { name: 'Register & Publish Report' }).click()
  await expect(publishing.reportType).toBeFocused()
  await dropFiles(page, [{ ...sampleSlip(), name: `${type.title}.pdf` }], page.getByText('Drag a file here'))
  await expect(publishing.fileCard).toBeVisible()
  await expect(publishing.title).toHaveValue(type.title)
  await expect(page.getByRole('combobox', { name: 'Visit' })).toHaveValue(/^\d+$/)
  await keyboard.press('Enter')
  await expect(publishing.question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(toast(page, 'Report published successfully')).toBeVisible()
}

export const answerReadyWhenPaid = async ({ page, data, begin }: Job): Promise<void> => {
  const receptionist = await data.user('Receptionist')
  const technician = await data.user('Technician', receptionist.lab ?? { id: 0 })
  const type = await data.reportType(technician, `HbA1c ${data.next()}`)
  await useVisits(data, technician)
  const desk = await data.as(receptionist)
  const promisedAt = new Date(Date.now() + 3 * HOUR_MS).toISOString()
  const comes = async (fullName: string, payment: 'paid' | 'due') => {
    const patient = await data.patient(receptionist, { fullName })
    await desk.call(contract.visits.addVisit, {
      params: { id: String(patient.id) },
      body: { reportTypeIds: [type.id], promisedAt, payment },
    })
    return patient
  }
  const ready = await comes('Layla Farsi', 'paid')
  await comes('Omar Farsi', 'due')
  await data.report(technician, ready, { reportType: type })
  await begin(receptionist)
  await page.keyboard.type('Farsi')
  const option = (name: string) =>
    page.getByRole('listbox', { name: 'Found patients' }).getByRole('option', { name })
  await expect(option('Layla Farsi')).toContainText('Ready')
  await expect(option('Layla Farsi')).not.toContainText(/payment due/i)
  await expect(option('Omar Farsi')).toContainText('Awaited')
  await expect(option('Omar Farsi')).toContainText(/payment due; promised .*\d/)
}

export const handOver = async ({ page, data, begin }: Job): Promise<void> => {
  const receptionist = await data.user('Receptionist')
  const doctor = await data.user('Doctor', receptionist.lab ?? { id: 0 })
  const patient = await data.patient(receptionist)
  await data.report(doctor, patient, { title: 'Lipid profile' })
  // The test cannot answer the system's print dialog.
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const counter = page.getByRole('region', { name: 'Counter' })
  await begin(receptionist)
  await page.keyboard.type(`ZL-${patient.id}`)
  await page.keyboard.press('Enter')
  await expect(counter.getByRole('link', { name: 'Open Lipid profile' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Confirm Handover' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(counter.getByText('Handed over on paper')).toBeVisible()
}
