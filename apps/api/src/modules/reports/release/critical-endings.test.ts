import { expect, it } from 'vitest'
import type { CriticalOfReport } from '@zelab/contract'
import { sure, type ApiAnswer, type ApiClient } from '../../../testing/api-client.ts'
import { flagUnreleased, recordCall, SILENT_MAIL_SERVER, useCritical } from '../../../testing/critical.ts'
import { needTwoPersons, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { reassignReport, withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const technician = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const typeId = await addReportType(doctor)
const patientId = await registerPatient(doctor)
await useCritical(admin, lab.id)

const REASON = 'The sample of another patient'
const codeOf = ({ status, body }: ApiAnswer) => [status, body.code]
const times = async () => sure(await doctor.get('/insights/critical?period=7d'))

it('ends the clock of a published report by a Doctor with a reason only, and counts apart [RELEASE-90]', async () => {
  const { id } = await publishReport(technician, patientId, typeId, { isCritical: true })
  const before = await times()
  expect(codeOf(await withdrawReport(technician, id))).toEqual([403, 'CRITICAL_NEEDS_DOCTOR'])
  const refused = await doctor.delete(`/report/deleteById/${id}`)
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'reason'])
  sure(await withdrawReport(doctor, id))
  expect(await times()).toEqual({ ...before, open: before.open - 1, withdrawn: before.withdrawn + 1 })
  // Once it was read back, a Technician withdraws as before.
  const { id: told } = await publishReport(technician, patientId, typeId, { isCritical: true })
  sure(await recordCall(technician, told))
  sure(await technician.delete(`/report/deleteById/${told}`))
})

it('ends that of a waiting amendment, which its withdrawal discards, in the same way [RELEASE-90]', async () => {
  const { id, filePath } = await publishReport(technician, patientId, typeId)
  await needTwoPersons(admin, lab)
  const amendment = { title: 'Amended', reportTypeId: typeId, patientId, fileUrl: filePath, reason: 'other' }
  const { body } = await technician.put(`/report/update/${id}`, { ...amendment, note: 'A note' })
  sure(await flagUnreleased(technician, body.data.unreleasedId as number))
  const reason = { reason: 'wrong-file' }
  expect(codeOf(await withdrawReport(technician, id, reason))).toEqual([...[403, 'CRITICAL_NEEDS_DOCTOR']])
  sure(await withdrawReport(doctor, id, reason))
  await needTwoPersons(admin, lab, { twoPersons: 'none' })
})

it('ends that of a report that awaits release in the same way, and reassignment as before [RELEASE-90]', async () => {
  await needTwoPersons(admin, lab)
  const id = await submitReport(technician, patientId, typeId, { isCritical: true })
  const discard = (client: ApiClient, changes: object = {}) =>
    client.post(`/release/discard/${id}`, { revision: 1, ...changes })
  expect(codeOf(await discard(technician, { reason: REASON }))).toEqual([403, 'CRITICAL_NEEDS_DOCTOR'])
  expect((await discard(doctor)).status).toBe(400)
  const before = await times()
  sure(await discard(doctor, { reason: REASON }))
  expect(await times()).toMatchObject({ withdrawn: before.withdrawn + 1, open: before.open - 1 })
  const { results } = sure(await doctor.get(`/critical/getByUnreleasedId/${id}`)) as CriticalOfReport
  expect(results.map(({ closed }) => closed?.as)).toEqual(['withdrawn'])
  await needTwoPersons(admin, lab, { twoPersons: 'none' })
  const { id: wrong } = await publishReport(technician, patientId, typeId, { isCritical: true })
  const right = await registerPatient(technician)
  sure(await reassignReport(technician, wrong, { patientId: right }))
})
