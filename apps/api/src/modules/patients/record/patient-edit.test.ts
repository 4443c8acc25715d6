import { describe, expect, it } from 'vitest'
import { startRecordsApp } from '../../../testing/patient-records.ts'
import { patientFields, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const { app, lab, doctor, admin, type, read } = await stopAtEnd(startRecordsApp())

const changesOf = async (id: number) => (await doctor.get(`/patient/getChanges/${id}`)).body.data
const activityOf = (id: number, action: string) =>
  app.database.query<{ summary: string; lab_id: number | null }>(
    `select summary, lab_id from activity_log where object_type = 'patient' and object_id = $1 and action = $2 order by id`,
    [id, action],
  )

describe('editing a patient', () => {
  it('replaces the values; an incomplete profile becomes complete [PATEDIT-01]', async () => {
    const fields = patientFields({ gender: '', address: {}, emrId: '' })
    const id = await registerPatient(doctor, fields)
    expect(await read(id)).toMatchObject({ profileCompleted: false })
    const response = await doctor.put(`/patient/update/${id}`, {
      ...fields,
      fullName: '  Layla Al Haddad ',
      phone: '+971 (50) 999-8877',
      gender: 'female',
      address: { line1: '12 Palm Street', city: 'Dubai' },
      updatedAt: (await read(id)).updatedAt,
    })
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('Changes saved successfully')
    expect(response.body.data).toMatchObject({
      id,
      fullName: 'Layla Al Haddad',
      phone: { number: '+971509998877' },
      gender: 'FEMALE',
      profileCompleted: true,
    })
    const { reports: _, ...shown } = await read(id)
    expect(shown).toEqual(response.body.data)
    const found = await doctor.get('/patient/getAll?search=layla%20al%20haddad')
    expect(found.body.data.map((row: { id: number }) => row.id)).toEqual([id])
  })

  it('rejects what the registration rejects and changes nothing [PATEDIT-01]', async () => {
    const fields = patientFields()
    const id = await registerPatient(doctor, fields)
    const before = await read(id)
    for (const [field, value, message] of [
      ['fullName', 'Al', 'Name must be at least 3 characters'],
      ['phone', '12', 'Please enter a valid phone number'],
      ['email', 'invalid', 'Please enter a valid email address'],
      ['dob', '2999-01-01', 'Please enter a valid date of birth'],
      ['dob', '1899-12-31', 'Please enter a valid date of birth'],
      ['gender', 'QUEEN', 'Gender must be MALE, FEMALE or OTHER'],
    ] as const) {
      const response = await doctor.put(`/patient/update/${id}`, { ...fields, [field]: value })
      expect(response.status, field).toBe(400)
      expect(response.body.errors).toEqual([{ path: field, message }])
    }
    expect(await read(id)).toEqual(before)
  })

  it('stores each changed field with user and time, latest first, and records the change [PATEDIT-02]', async () => {
    const fields = patientFields({ registrationType: 'Walk-in' })
    const id = await registerPatient(doctor, fields)
    const second = { ...fields, fullName: 'Leila Haddad', emrId: '' }
    await doctor.put(`/patient/update/${id}`, second)
    await admin.put(`/patient/update/${id}`, { ...second, dob: '1990-05-02' })
    expect(await changesOf(id)).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        by: { fullName: 'Admin Person' },
        kind: 'edit',
        changes: [{ field: 'dateOfBirth', before: '1990-05-01', after: '1990-05-02' }],
      },
      {
        id: expect.any(Number),
        at: expect.any(String),
        by: { fullName: 'Doctor Person' },
        kind: 'edit',
        changes: [
          { field: 'fullName', before: 'Layla Haddad', after: 'Leila Haddad' },
          { field: 'emrId', before: fields.emrId, after: null },
        ],
      },
    ])
    expect(await activityOf(id, 'patient.update')).toEqual([
      { summary: `Changed patient ZL-${id}: fullName, emrId`, lab_id: lab.id },
      { summary: `Changed patient ZL-${id}: dateOfBirth`, lab_id: lab.id },
    ])
  })

  it('records nothing when no value differs', async () => {
    const fields = patientFields()
    const id = await registerPatient(doctor, fields)
    const before = await read(id)
    expect((await doctor.put(`/patient/update/${id}`, fields)).status).toBe(200)
    expect(await read(id)).toEqual(before)
    expect(await changesOf(id)).toEqual([])
    expect(await activityOf(id, 'patient.update')).toEqual([])
  })

  it('fails for an outdated record and changes nothing [PATEDIT-03]', async () => {
    const fields = patientFields()
    const id = await registerPatient(doctor, fields)
    const { updatedAt } = await read(id)
    const first = await doctor.put(`/patient/update/${id}`, {
      ...fields,
      fullName: 'First Writer',
      updatedAt,
    })
    expect(first.status).toBe(200)
    expect(first.body.data.updatedAt > updatedAt).toBe(true)
    const second = await admin.put(`/patient/update/${id}`, {
      ...fields,
      fullName: 'Second Writer',
      updatedAt,
    })
    expect(second.status).toBe(409)
    expect(second.body.message).toMatch(/^Another user changed this record in the meantime/)
    expect(await read(id)).toMatchObject({ fullName: 'First Writer' })
    expect(await changesOf(id)).toHaveLength(1)
  })

  it('succeeds for exactly one of several concurrent requests [PATEDIT-03]', async () => {
    const fields = patientFields()
    const id = await registerPatient(doctor, fields)
    const { updatedAt } = await read(id)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        doctor.put(`/patient/update/${id}`, { ...fields, fullName: `Writer ${number}`, updatedAt }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await changesOf(id)).toHaveLength(1)
  })

  it('fails for Technician and Receptionist, and answers 404 for another lab [PATEDIT-04]', async () => {
    const fields = patientFields()
    const id = await registerPatient(doctor, fields)
    const changed = { ...fields, fullName: 'Other Person' }
    for (const role of ['Technician', 'Receptionist'] as const) {
      const client = await app.signedIn(role, lab)
      expect((await client.put(`/patient/update/${id}`, changed)).status).toBe(403)
      expect((await client.get(`/patient/getChanges/${id}`)).status).toBe(403)
    }
    const outsider = await app.signedIn('Doctor')
    const foreign = await outsider.put(`/patient/update/${id}`, changed)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await outsider.put('/patient/update/999999', changed)).body)
    expect((await outsider.get(`/patient/getChanges/${id}`)).status).toBe(404)
    expect(await read(id)).toMatchObject({ fullName: 'Layla Haddad' })
  })
})

describe('deleting a patient', () => {
  it('requires an Admin, and a patient without reports [PATEDIT-08]', async () => {
    const id = await registerPatient(doctor)
    expect((await doctor.delete(`/patient/delete/${id}`)).status).toBe(403)
    const response = await admin.delete(`/patient/delete/${id}`)
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('Patient deleted successfully')
    expect((await doctor.get(`/patient/getById/${id}`)).status).toBe(404)
    expect((await admin.delete(`/patient/delete/${id}`)).status).toBe(404)
    expect(await activityOf(id, 'patient.delete')).toEqual([
      { summary: `Deleted patient ZL-${id}`, lab_id: lab.id },
    ])
  })

  it('fails with reports, including withdrawn ones [PATEDIT-08]', async () => {
    const id = await registerPatient(doctor)
    const report = await publishReport(doctor, id, type)
    const expectRefusal = async () => {
      const response = await admin.delete(`/patient/delete/${id}`)
      expect(response.status).toBe(409)
      expect(response.body.message).toBe('This patient has reports and cannot be deleted')
      expect((await doctor.get(`/patient/getById/${id}`)).status).toBe(200)
    }
    await expectRefusal()
    await doctor.delete(`/report/deleteById/${report.id}`)
    await expectRefusal()
  })

  it('deletes the change history with the record', async () => {
    const fields = patientFields()
    const id = await registerPatient(doctor, fields)
    await doctor.put(`/patient/update/${id}`, { ...fields, fullName: 'Leila Haddad' })
    expect((await admin.delete(`/patient/delete/${id}`)).status).toBe(200)
    expect(await app.database.query('select 1 from patient_changes where patient_id = $1', [id])).toEqual([])
  })
})
