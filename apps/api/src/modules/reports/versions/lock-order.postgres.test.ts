import { describe, expect, it } from 'vitest'
import { sure, type ApiAnswer } from '../../../testing/api-client.ts'
import { needTwoPersons, openUnreleased } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { untilWaitsForLocks } from '../../../testing/test-database.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { reassignReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
const typeId = await addReportType(doctor)
await needTwoPersons(admin, lab, { twoPersons: 'types', reportTypeIds: [await addReportType(doctor)] })
const first = await registerPatient(doctor)
const second = await registerPatient(doctor)

/** Locks the first patient as a merge of both does, and then the second while the change waits. */
const duringMerge = (change: () => Promise<ApiAnswer>) =>
  app.database
    .transaction(async (tx) => {
      await tx.execute('select 1 from patients where id = $1 for update', [first])
      const answer = change()
      await untilWaitsForLocks(app.database, 1)
      await tx.execute('select 1 from patients where id = $1 for update nowait', [second])
      return { answer }
    })
    .then(({ answer }) => answer)

describe('a change of a report while its patient is merged', () => {
  it('locks no other patient before, although the form of an amendment names one [RULE-124]', async () => {
    const { id, filePath } = await publishReport(technician, first, typeId)
    const form = { title: 'Corrected', reportTypeId: typeId, patientId: second, reason: 'clerical' }
    const amended = await duringMerge(() =>
      technician.put(`/report/update/${id}`, { ...form, fileUrl: filePath }),
    )
    expect(amended.body).toMatchObject({ code: 'PATIENT_CANNOT_BE_AMENDED' })
  })

  it('locks the patient of its copy afterwards, when a release moves the visit [RULE-124]', async () => {
    const visit = sure(await technician.post(`/visit/create/${first}`, { reportTypeIds: [typeId] }))
    const fileUrl = await uploadFile(technician)
    const { id } = await publishReport(technician, first, typeId, { visitId: visit.id, fileUrl })
    await needTwoPersons(admin, lab)
    const { body } = await reassignReport(technician, id, { patientId: second, moveVisit: true })
    const { unreleasedId } = body.data
    const seen = await openUnreleased(doctor, unreleasedId)
    sure(await duringMerge(() => doctor.post(`/release/release/${unreleasedId}`, seen)))
  })
})
