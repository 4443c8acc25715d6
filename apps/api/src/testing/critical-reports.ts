import type { CriticalOfReport } from '@zelab/contract'
import { sure } from './api-client.ts'
import { useCritical } from './critical.ts'
import { giveConsent, startDeliveriesApp } from './deliveries.ts'
import { stopAtEnd } from './stop-at-end.ts'
import { publishReport, registerPatient, uploadFile } from './test-records.ts'

/** The causes of what was or is critical, newest first, and how each ended. */
export const ends = ({ results }: CriticalOfReport) =>
  results.map(({ cause, closed }) => [cause, closed?.as ?? 'open'])

export const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** A lab that publishes critical reports for patients with consent. Await it at the top of a test file. */
export const useCriticalReports = async () => {
  const started = await stopAtEnd(startDeliveriesApp())
  const { app, lab, doctor, admin, type, mailServer } = started
  const technician = await app.signedIn('Technician', lab)
  await useCritical(admin, lab.id)

  const read = async (id: number): Promise<CriticalOfReport> =>
    sure(await doctor.get(`/critical/getByReportId/${id}`)) as CriticalOfReport
  const published = async (changes: object = { isCritical: true }) => {
    const patientId = await registerPatient(doctor)
    sure(await giveConsent(doctor, patientId))
    const { email } = sure(await doctor.get(`/patient/getById/${patientId}`))
    const { id } = await publishReport(technician, patientId, type, { ...changes })
    const amend = async () =>
      sure(
        await technician.put(`/report/update/${id}`, {
          ...{ title: 'Corrected', reportTypeId: type, patientId, reason: 'wrong-result' },
          fileUrl: await uploadFile(technician),
        }),
      ) as object
    return { id, patientId, amend, mails: () => mailServer.mailsTo(email as string) }
  }
  return { ...started, technician, read, published }
}
