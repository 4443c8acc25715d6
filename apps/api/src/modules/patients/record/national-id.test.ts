import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { checkPatients, PATIENT_HEADER } from '../../../testing/patient-files.ts'
import { startRecordsApp } from '../../../testing/patient-records.ts'
import { patientFields, registerPatient } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const { app, doctor, admin, read } = await stopAtEnd(startRecordsApp())

let last = 0
const nextId = () => `7841985${String(1_000_000 + last++)}7`
const register = (fields: object) =>
  doctor.post('/user/patient/onboarding', { ...patientFields(), ...fields })
const listed = async (search: string, client = doctor): Promise<number[]> =>
  (await client.get(`/patient/getAll?search=${encodeURIComponent(search)}`)).body.data.map(
    ({ id }: { id: number }) => id,
  )
const found = async (text: string, client = doctor): Promise<number[]> =>
  (await client.post('/search/records', { text })).body.data.patients.map(({ id }: { id: number }) => id)

describe('the national id of a patient', () => {
  it('accepts digits, changes and no value, and refuses another form [VISIT-23]', async () => {
    expect(sure(await register({})).nationalId).toBeNull()
    const fields = patientFields()
    const { id } = sure(
      await doctor.post('/user/patient/onboarding', { ...fields, nationalId: ' 784-1985-1234567 1' }),
    )
    expect((await read(id)).nationalId).toBe('784198512345671')
    const update = (nationalId?: string | null) =>
      doctor.put(`/patient/update/${id}`, { ...fields, ...(nationalId !== undefined && { nationalId }) })
    sure(await update())
    expect((await read(id)).nationalId).toBe('784198512345671')
    for (const wrong of ['78419851234567', '784198512345671X', 'abc', '7'.repeat(16)])
      expect((await update(wrong)).status, wrong).toBe(400)
    expect(sure(await update('784198512345689')).nationalId).toBe('784198512345689')
    expect((await doctor.get(`/patient/getChanges/${id}`)).body.data[0].changes).toEqual([
      { field: 'nationalId', before: '784198512345671', after: '784198512345689' },
    ])
    expect(sure(await update('')).nationalId).toBeNull()
  })

  it('finds the patient whole in lists and from ten digits at the counter, in its lab alone [VISIT-24]', async () => {
    const nationalId = nextId()
    const id = await registerPatient(doctor, { nationalId })
    const shown = `${nationalId.slice(0, 3)}-${nationalId.slice(3, 7)}-${nationalId.slice(7, 14)}-${nationalId.slice(14)}`
    for (const text of [nationalId, shown]) {
      expect(await listed(text), text).toEqual([id])
      expect(await listed(text, admin), text).toEqual([id])
      expect(await found(text), text).toEqual([id])
    }
    expect(await found(nationalId.slice(0, 14))).toContain(id)
    const elsewhere = await app.signedIn('Doctor')
    expect([...(await listed(nationalId, elsewhere)), ...(await found(nationalId, elsewhere))]).toEqual([])
  })

  it('causes a warning like other duplicates when another patient has it, in forms and imports [VISIT-25]', async () => {
    const nationalId = nextId()
    const id = await registerPatient(doctor, { nationalId })
    expect((await doctor.post('/patient/findDuplicates', { nationalId })).body.data).toMatchObject([
      { patient: { id }, reasons: ['nationalId'] },
    ])
    const elsewhere = await app.signedIn('Doctor')
    expect((await elsewhere.post('/patient/findDuplicates', { nationalId })).body.data).toEqual([])
    const other = { fullName: 'Kamal Different', dob: '1955-05-05', nationalId }
    expect((await register({ ...other, differentFrom: [] })).body.code).toBe('POSSIBLE_DUPLICATES')
    expect((await register({ ...other, differentFrom: [id] })).status).toBe(200)
    await app.services.activity.flush()
    const logged = await app.database.query('select 1 from activity_log where summary like $1', [
      `%${nationalId}%`,
    ])
    expect(logged).toEqual([])
    const second = nextId()
    const imported = await checkPatients(
      app,
      doctor,
      `${PATIENT_HEADER},Emirates ID\nAmal One,+971501230001,1991-01-01,${nationalId}\nBasma Two,+971501230002,1992-02-02,${second}\nCarim Three,+971501230003,1993-03-03,${second}\nDina Four,+971501230004,1994-04-04,12\n`,
    )
    expect(imported).toMatchObject({ state: 'ready', rowsDuplicate: 2, rowsWithErrors: 1 })
  })

  it('goes through import and export, and merging keeps the chosen one [VISIT-26]', async () => {
    const [kept, taken] = [nextId(), nextId()]
    const survivorId = await registerPatient(doctor, { nationalId: kept })
    const mergedId = await registerPatient(doctor, { nationalId: taken })
    const merge = (choices: object) =>
      admin.post('/patient/merge', { survivorId, mergedId, reason: 'Same person', choices })
    expect(sure(await merge({})).nationalId).toBe(kept)
    const [{ id }] = (await admin.get(`/patient/getMerges/${survivorId}`)).body.data
    sure(await admin.post(`/patient/undoMerge/${id}`))
    expect(sure(await merge({ nationalId: 'merged' })).nationalId).toBe(taken)
    const csv = await (await doctor.raw('GET', `/api/v1/patient/export?search=${taken}`)).text()
    expect(csv).toContain(taken)
    expect(csv.split('\r\n')[0]).toMatch(/National ID$/)
  })
})
