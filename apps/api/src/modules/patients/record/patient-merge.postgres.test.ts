import { describe, expect, it } from 'vitest'
import { startRecordsApp } from '../../../testing/patient-records.ts'
import { patientFields, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const { app, lab, doctor, admin, type, read, reportIdsOf, mergesInto, undo } =
  await stopAtEnd(startRecordsApp())

const merge = (survivorId: number, mergedId: number, more: Record<string, unknown> = {}, client = admin) =>
  client.post('/patient/merge', { survivorId, mergedId, reason: 'Registered twice', ...more })
const undoLatest = async (id: number) => {
  const [latest] = await mergesInto(id)
  return undo(latest.id)
}
const expectRefused = async (
  response: Promise<{ status: number; body: { message: string } }>,
  message: string,
) => {
  const { status, body } = await response
  expect([status, body.message]).toEqual([409, message])
}
const pair = async () => [await registerPatient(doctor), await registerPatient(doctor)] as const

describe('merging two records', () => {
  it('moves every report, applies the chosen values and stores the reason [MERGE-01]', async () => {
    const stays = patientFields({ emrId: '', address: {} })
    const goes = patientFields({ fullName: 'Leila Haddad', emrId: 'EMR-GOES', gender: 'OTHER' })
    const survivor = await registerPatient(doctor, stays)
    const merged = await registerPatient(doctor, goes)
    const own = await publishReport(doctor, survivor, type)
    const moving = await publishReport(doctor, merged, type, { title: 'Moving report' })
    const withdrawn = await publishReport(doctor, merged, type)
    await doctor.delete(`/report/deleteById/${withdrawn.id}`)

    const preview = await admin.post('/patient/previewMerge', { survivorId: survivor, mergedId: merged })
    expect(preview.body.data).toMatchObject({
      survivor: { id: survivor, lab, reportCount: 1, withdrawnCount: 0 },
      merged: { id: merged, fullName: 'Leila Haddad', lab, reportCount: 1, withdrawnCount: 1 },
    })

    const choices = { emrId: 'merged', fullName: 'survivor', line1: 'merged' }
    const response = await merge(survivor, merged, { choices })
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('Patient records merged successfully')
    expect(response.body.data).toMatchObject({
      id: survivor,
      fullName: 'Layla Haddad',
      emrId: 'EMR-GOES',
      email: stays.email,
      gender: 'FEMALE',
      contactDetails: { address: { line1: '12 Palm Street', city: null } },
    })
    expect(await reportIdsOf(survivor)).toEqual([own.id, moving.id])
    expect((await doctor.get(`/report/getById/${withdrawn.id}`)).body.data.patient.id).toBe(survivor)
    expect((await doctor.raw('GET', moving.filePath)).status).toBe(200)
    expect(await mergesInto(survivor)).toEqual([
      {
        id: expect.any(Number),
        survivorId: survivor,
        mergedId: merged,
        mergedName: 'Leila Haddad',
        at: expect.any(String),
        by: { fullName: 'Admin Person' },
        reason: 'Registered twice',
        movedReports: 2,
        undoneAt: null,
        isUndoable: true,
      },
    ])
    const changes = (await doctor.get(`/patient/getChanges/${survivor}`)).body.data
    expect(changes).toMatchObject([
      {
        kind: 'merge',
        changes: [
          { field: 'emrId', before: null, after: 'EMR-GOES' },
          { field: 'line1', before: null, after: '12 Palm Street' },
        ],
      },
    ])
  })

  it('happens completely or not at all [MERGE-01]', async () => {
    const [survivor, merged] = await pair()
    const report = await publishReport(doctor, merged, type)
    // Makes the last statement of the merge fail: the insert into the activity log.
    await app.database.query(
      `create function refuse_merge() returns trigger language plpgsql as
         $$ begin if new.action = 'patient.merge' then raise exception 'refused'; end if; return new; end $$`,
    )
    await app.database.query(
      'create trigger refuse_merge before insert on activity_log for each row execute function refuse_merge()',
    )
    expect((await merge(survivor, merged, { choices: { email: 'merged' } })).status).toBe(500)
    await app.database.query('drop function refuse_merge cascade')
    expect(await reportIdsOf(merged)).toEqual([report.id])
    expect(await reportIdsOf(survivor)).toEqual([])
    expect(await mergesInto(survivor)).toEqual([])
  })

  it('fails when a record changed since the comparison', async () => {
    const fields = patientFields()
    const survivor = await registerPatient(doctor)
    const merged = await registerPatient(doctor, fields)
    const seen = { survivor: (await read(survivor)).updatedAt, merged: (await read(merged)).updatedAt }
    await doctor.put(`/patient/update/${merged}`, { ...fields, fullName: 'Changed Since' })
    const response = await merge(survivor, merged, { seen })
    expect([response.status, response.body.message]).toEqual([
      409,
      expect.stringMatching(/^Another user changed/),
    ])
    const now = { ...seen, merged: (await read(merged)).updatedAt }
    expect((await merge(survivor, merged, { seen: now })).status).toBe(200)
  })

  it('fails with itself, across labs, with a merged record, and for roles other than Admin [MERGE-05]', async () => {
    const [one, other] = await pair()
    const foreign = await registerPatient(await app.signedIn('Doctor'))
    const both = async (survivorId: number, mergedId: number, message: string) => {
      await expectRefused(merge(survivorId, mergedId), message)
      await expectRefused(admin.post('/patient/previewMerge', { survivorId, mergedId }), message)
    }
    await both(one, one, 'A record cannot be merged with itself')
    await both(one, foreign, 'Only records of the same lab can be merged')
    await both(foreign, one, 'Only records of the same lab can be merged')
    expect((await merge(one, 999_999)).status).toBe(404)
    for (const reason of [undefined, '', '  ab  ', 'x'.repeat(256)])
      expect((await merge(one, other, { reason })).status).toBe(400)
    for (const role of ['Doctor', 'Technician', 'Receptionist'] as const)
      expect((await merge(one, other, {}, await app.signedIn(role, lab))).status).toBe(403)
    expect((await merge(one, other)).status).toBe(200)
    const merged = 'This patient record was merged into another one. Please open it again.'
    const third = await registerPatient(doctor)
    await both(third, other, merged)
    await both(other, third, merged)
    await both(one, other, merged)
    expect(await mergesInto(one)).toHaveLength(1)
  })

  it('leaves an entry, and so does undoing it [MERGE-09]', async () => {
    const [survivor, merged] = await pair()
    await merge(survivor, merged)
    await undoLatest(survivor)
    const lines = await app.database.query(
      `select action, summary, lab_id from activity_log
        where object_id = $1 and action in ('patient.merge', 'patient.undo-merge') order by id`,
      [survivor],
    )
    expect(lines).toEqual([
      {
        action: 'patient.merge',
        summary: `Merged patient ZL-${merged} into ZL-${survivor}; reports moved: 0`,
        lab_id: lab.id,
      },
      {
        action: 'patient.undo-merge',
        summary: `Undid the merge of patient ZL-${merged} into ZL-${survivor}`,
        lab_id: lab.id,
      },
    ])
  })
})

describe('merged record', () => {
  it('redirects to the surviving one over several merges, in URL, search and API [MERGE-02]', async () => {
    const [first, second] = await pair()
    const third = await registerPatient(doctor, { fullName: 'Last Survivor' })
    const report = await publishReport(doctor, first, type)
    await merge(second, first)
    await merge(third, second)
    for (const id of [first, second, third]) {
      expect(await read(id)).toMatchObject({ id: third, reports: [{ id: report.id }] })
      const reports = await doctor.get(`/report/getByPatientId/${id}`)
      expect(reports.body.data).toMatchObject([{ id: report.id, patient: { id: third } }])
      const found = (await doctor.get(`/patient/getAll?search=ZL-${id}&sortOrder=asc`)).body.data
      expect(found.map((row: { id: number }) => row.id)).toContain(third)
      expect((await doctor.get(`/patient/getChanges/${id}`)).status).toBe(200)
    }
    const outsider = await app.signedIn('Doctor')
    expect((await outsider.get(`/patient/getById/${first}`)).status).toBe(404)
    expect((await outsider.get(`/report/getByPatientId/${first}`)).status).toBe(404)
  })

  it('disappears from lists and counters, leads to the surviving one, and accepts no report, change or deletion [MERGE-03]', async () => {
    const other = await app.createLab()
    const local = await app.signedIn('Doctor', other)
    const fields = patientFields()
    const survivor = await registerPatient(
      local,
      patientFields({ fullName: 'Stays Here', email: 'stays@mail.test', dob: '1950-01-01' }),
    )
    const merged = await registerPatient(local, fields)
    expect((await merge(survivor, merged)).status).toBe(200)
    const rows = (await local.get('/patient/getAll')).body
    expect(rows.data.map((row: { id: number }) => row.id)).toEqual([survivor])
    expect(rows.pagination.totalItems).toBe(1)
    expect((await local.get('/patient/getAll?search=Layla')).body.data).toMatchObject([{ id: survivor }])
    expect(
      await local.raw('GET', '/api/v1/patient/export').then((response) => response.text()),
    ).not.toContain('Layla')
    const withPhone = (await local.post('/patient/checkPhone', { phone: fields.phone })).body.data.patients
    expect(withPhone).toEqual([{ id: survivor, fullName: 'Stays Here' }])
    expect((await local.post('/patient/findDuplicates', fields)).body.data).toMatchObject([
      { patient: { id: survivor } },
    ])
    const dashboard = (await local.get('/user/dashboard')).body.data
    expect(dashboard).toMatchObject({ totalPatients: 1, newPatientsThisWeek: 1 })
    expect(JSON.stringify(dashboard)).not.toContain('Layla')

    const message = 'This patient record was merged into another one. Please open it again.'
    const fileUrl = await uploadFile(local)
    const report = { title: 'Blood count', reportTypeId: type, patientId: merged, fileUrl }
    await expectRefused(local.post(`/user/uploadPatientReportFile/${merged}`, report), message)
    await expectRefused(local.post('/report/checkFileForPatient', { patientId: merged, fileUrl }), message)
    await expectRefused(local.put(`/patient/update/${merged}`, fields), message)
    await expectRefused(admin.delete(`/patient/delete/${merged}`), message)
    await expectRefused(
      admin.delete(`/patient/delete/${survivor}`),
      'Another record was merged into this one, so it cannot be deleted',
    )
  })

  it('never receives a report that is published concurrently [MERGE-03]', async () => {
    for (let round = 0; round < 6; round++) {
      const [survivor, merged] = await pair()
      const files = await Promise.all([0, 1, 2].map(() => uploadFile(doctor)))
      const publish = (fileUrl: string) =>
        doctor.post(`/user/uploadPatientReportFile/${merged}`, {
          title: 'Blood count',
          reportTypeId: type,
          patientId: merged,
          fileUrl,
        })
      const [first, done, ...others] = await Promise.all([
        publish(files[0] as string),
        merge(survivor, merged),
        publish(files[1] as string),
        publish(files[2] as string),
      ])
      expect(done.status).toBe(200)
      const statuses = [first, ...others].map(({ status }) => status)
      for (const status of statuses) expect([200, 409]).toContain(status)
      const left = await app.database.query('select 1 from reports where patient_id = $1', [merged])
      expect(left).toEqual([])
      expect(await reportIdsOf(survivor)).toHaveLength(statuses.filter((status) => status === 200).length)
    }
  })

  it('results once from two concurrent opposite merges', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = await pair()
      const responses = await Promise.all([merge(one, other), merge(other, one)])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })
})
