import { describe, expect, it } from 'vitest'
import { startRecordsApp } from '../../../testing/patient-records.ts'
import { patientFields, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const { app, doctor, admin, type, read, reportIdsOf, mergesInto, undo } = await stopAtEnd(startRecordsApp())

const merge = async (survivorId: number, mergedId: number, choices = {}): Promise<number> => {
  const body = { survivorId, mergedId, choices, reason: 'Registered twice' }
  expect((await admin.post('/patient/merge', body)).status).toBe(200)
  return (await mergesInto(survivorId))[0].id
}
const foundBy = async (search: string): Promise<number[]> =>
  (await doctor.get(`/patient/getAll?search=${search}`)).body.data.map((row: { id: number }) => row.id)

describe('undoing a merge', () => {
  it('moves the reports back; those published since then stay [MERGE-04]', async () => {
    const survivor = await registerPatient(doctor)
    const merged = await registerPatient(doctor, { fullName: 'Leila Haddad' })
    const own = await publishReport(doctor, survivor, type)
    const moving = await publishReport(doctor, merged, type)
    const withdrawn = await publishReport(doctor, merged, type)
    await doctor.delete(`/report/deleteById/${withdrawn.id}`)
    const mergeId = await merge(survivor, merged)
    const later = await publishReport(doctor, survivor, type)

    const response = await undo(mergeId)
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('The merge was undone')
    expect(response.body.data).toMatchObject({
      id: mergeId,
      mergedName: 'Leila Haddad',
      undoneAt: expect.any(String),
      isUndoable: false,
    })
    expect(await reportIdsOf(survivor)).toEqual([own.id, later.id])
    expect(await reportIdsOf(merged)).toEqual([moving.id])
    expect((await doctor.get(`/report/getById/${withdrawn.id}`)).body.data.patient.id).toBe(merged)
    expect(await read(merged)).toMatchObject({ id: merged, fullName: 'Leila Haddad' })
    expect(await foundBy(`ZL-${merged}`)).toEqual([merged])
    expect((await doctor.get('/user/dashboard')).body.data.totalPatients).toBe(2)
    const fields = patientFields()
    expect((await doctor.put(`/patient/update/${merged}`, fields)).status).toBe(200)
    await publishReport(doctor, merged, type)
  })

  it('restores values that the merge changed, and leaves later changes [MERGE-04]', async () => {
    const before = patientFields({ fullName: 'Before Merge', emrId: 'EMR-OLD', gender: 'MALE' })
    const survivor = await registerPatient(doctor, before)
    const merged = await registerPatient(doctor, { fullName: 'From Merged', emrId: '', gender: 'OTHER' })
    const mergeId = await merge(survivor, merged, { fullName: 'merged', emrId: 'merged', gender: 'merged' })
    expect(await read(survivor)).toMatchObject({ fullName: 'From Merged', emrId: null, gender: 'OTHER' })
    const since = { ...before, fullName: 'Changed Since', emrId: '', gender: 'OTHER' }
    expect((await doctor.put(`/patient/update/${survivor}`, since)).status).toBe(200)
    await undo(mergeId)
    expect(await read(survivor)).toMatchObject({
      fullName: 'Changed Since',
      emrId: 'EMR-OLD',
      gender: 'MALE',
    })
    const [latest] = (await doctor.get(`/patient/getChanges/${survivor}`)).body.data
    expect(latest).toMatchObject({
      kind: 'undo-merge',
      changes: [
        { field: 'emrId', before: null, after: 'EMR-OLD' },
        { field: 'gender', before: 'OTHER', after: 'MALE' },
      ],
    })
  })

  it('works once, latest first, and not while the survivor is merged itself [MERGE-04]', async () => {
    const expectRefused = async (mergeId: number, message: string) => {
      const { status, body } = await undo(mergeId)
      expect([status, body.message]).toEqual([409, message])
    }
    const later = 'A later merge has to be undone first'
    const ids: number[] = []
    for (let count = 0; count < 4; count++) ids.push(await registerPatient(doctor))
    const [survivor, one, two, last] = ids as [number, number, number, number]
    const first = await merge(survivor, one)
    const second = await merge(survivor, two)
    expect((await mergesInto(survivor)).map((row: { isUndoable: boolean }) => row.isUndoable)).toEqual([
      true,
      false,
    ])
    await expectRefused(first, later)
    const third = await merge(last, survivor)
    await expectRefused(second, later)
    expect(await foundBy(`ZL-${one}`)).toContain(last)
    expect((await undo(third)).status).toBe(200)
    expect(await foundBy(`ZL-${one}`)).not.toContain(last)
    expect((await undo(second)).status).toBe(200)
    await expectRefused(second, 'This merge has already been undone')
    expect(await foundBy(`ZL-${one}`)).toContain(survivor)
    expect(await foundBy(`ZL-${two}`)).not.toContain(survivor)
    expect((await undo(first)).status).toBe(200)
    const rows = await app.database.query('select former_ids from patients where id = any($1)', [ids])
    expect(rows).toEqual(ids.map(() => ({ former_ids: '' })))
  })

  it('succeeds once for two concurrent requests', async () => {
    const survivor = await registerPatient(doctor)
    const mergeId = await merge(survivor, await registerPatient(doctor))
    const responses = await Promise.all([undo(mergeId), undo(mergeId), undo(mergeId)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('requires an Admin and an existing merge [MERGE-05]', async () => {
    const survivor = await registerPatient(doctor)
    const mergeId = await merge(survivor, await registerPatient(doctor))
    expect((await undo(mergeId, doctor)).status).toBe(403)
    expect((await doctor.get(`/patient/getMerges/${survivor}`)).status).toBe(403)
    const absent = await undo(999_999)
    expect([absent.status, absent.body.message]).toEqual([404, 'Merge not found'])
    expect((await admin.get('/patient/getMerges/999999')).status).toBe(404)
  })

  it('lets a record without reports be deleted again', async () => {
    const survivor = await registerPatient(doctor)
    const merged = await registerPatient(doctor)
    await undo(await merge(survivor, merged))
    expect((await admin.delete(`/patient/delete/${merged}`)).status).toBe(200)
    expect((await admin.delete(`/patient/delete/${survivor}`)).status).toBe(200)
  })
})
