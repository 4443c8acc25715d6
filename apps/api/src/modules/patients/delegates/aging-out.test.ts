import type { AgingOutPatient } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { delegateFields, guardianFields, newDelegate, storeDelegates } from '../../../testing/delegates.ts'
import { giveConsent, startDeliveriesApp } from '../../../testing/deliveries.ts'
import { registerPatient } from '../../../testing/test-records.ts'
import type { Caller } from '../../../core/caller.ts'
import { AGING_OUT_DAYS } from './aging-out.repository.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const NOW = '2026-03-01T12:00:00Z'

const { app, lab, doctor, admin } = await stopAtEnd(
  startDeliveriesApp({ clock: { now: () => new Date(NOW) } }),
)

const list = async (client = doctor, query = ''): Promise<AgingOutPatient[]> =>
  (await client.get(`/delivery/getAgingOut${query}`)).body.data
const idsOf = (rows: AgingOutPatient[]) => rows.map(({ patient }) => patient.id)

const callerOf = (labId: number | null): Caller => {
  const user = {
    userType: { name: labId === null ? 'Admin' : 'Doctor' },
    lab: labId === null ? null : { id: labId },
  }
  // The service reads nothing else.
  return { user } as unknown as Caller
}

describe('the list of patients who become adults soon', () => {
  it('contains those whose guardians lose access within 30 days, the next one first [DELEG-08]', async () => {
    expect(AGING_OUT_DAYS).toBe(30)
    const born = (dob: string) => registerPatient(doctor, { dob })
    const [last, next, beyond, today] = [
      await born('2008-03-31'),
      await born('2008-03-02'),
      await born('2008-04-01'),
      await born('2008-03-01'),
    ]
    const limited = await born('2008-03-10')
    const [withDelegate, withoutAny, laterOnly] = [
      await born('2008-03-11'),
      await born('2008-03-12'),
      await born('2008-03-13'),
    ]
    await storeDelegates(app, [last, next, beyond, today])
    await storeDelegates(app, [limited], { validUntil: '2026-03-08' })
    await newDelegate(doctor, withDelegate, delegateFields({ validUntil: '2026-03-10' }))
    await newDelegate(doctor, laterOnly, guardianFields({ validFrom: '2026-03-05' }))
    expect(idsOf(await list())).toEqual([next, last])
    expect(idsOf(await list(doctor, '?page=2&limit=1'))).toEqual([last])
    expect(withoutAny).toBeGreaterThan(0)
    const ended = await newDelegate(doctor, withDelegate, guardianFields())
    expect(idsOf(await list())).toEqual([next, withDelegate, last])
    await doctor.post(`/patient/endDelegate/${ended}`, {})
    expect(idsOf(await list())).toEqual([next, last])

    const { body } = await doctor.get('/delivery/getAgingOut')
    expect(body.pagination).toMatchObject({ page: 1, totalItems: 2 })
    expect(body.data[0]).toEqual({
      patient: { id: next, fullName: 'Layla Haddad', dateOfBirth: '2008-03-02' },
      endsOn: '2026-03-02',
      guardians: [{ id: expect.any(Number), fullName: 'Samir Haddad', relation: 'parent' }],
      canBeReached: false,
    })
    expect(await app.services.agingOut.countAgingOut(callerOf(lab.id))).toBe(2)
  })

  it('shows whether the patient can be reached without the guardians [DELEG-08]', async () => {
    const clinic = await app.createLab()
    const staff = await app.signedIn('Receptionist', clinic)
    const reached = async (
      fields: object,
      consents: Parameters<typeof giveConsent>[2],
      ...guardians: object[]
    ) => {
      const patientId = await registerPatient(staff, { dob: '2008-03-20', ...fields })
      await giveConsent(staff, patientId, consents)
      for (const guardian of guardians) await newDelegate(staff, patientId, guardianFields({ ...guardian }))
      const rows = await list(staff, '?limit=100')
      return rows.find(({ patient }) => patient.id === patientId)?.canBeReached
    }
    const [EMAIL, PHONE] = [{ whatsapp: false }, { email: false }]
    expect(await reached({}, EMAIL, {})).toBe(true)
    expect(await reached({}, PHONE, {})).toBe(true)
    expect(await reached({}, { email: false, whatsapp: false }, {})).toBe(false)
    const email = 'family@mail.test'
    expect(await reached({ email }, EMAIL, { email: 'Family@mail.test' })).toBe(false)
    expect(await reached({ email }, EMAIL, { email: '' })).toBe(true)
    const phone = '+971501112223'
    expect(await reached({ phone }, PHONE, { phone })).toBe(false)
    expect(await reached({ phone }, PHONE, {}, { phone })).toBe(false)
    expect(await reached({ phone }, {}, { phone })).toBe(true)
  })

  it('omits patients of other labs, and is recorded [DELEG-08]', async () => {
    const clinic = await app.createLab()
    const outsider = await app.signedIn('Receptionist', clinic)
    expect(await list(outsider)).toEqual([])
    expect(await app.services.agingOut.countAgingOut(callerOf(clinic.id))).toBe(0)
    expect(await app.services.agingOut.countAgingOut(callerOf(null))).toBeGreaterThan(0)
    expect((await list(admin)).length).toBeGreaterThan(0)
    await app.services.activity.flush()
    const recorded = await app.database.query(
      `select summary from activity_log where action = 'patient.list' and actor_id = $1`,
      [outsider.user.id],
    )
    expect(recorded).toEqual([
      { summary: 'Listed patients whose guardians lose access soon; page 1; 0 rows' },
    ])
  })

  it('shows the surviving record of a merge with the guardians of both [DELEG-08]', async () => {
    const clinic = await app.createLab()
    const staff = await app.signedIn('Doctor', clinic)
    const survivorId = await registerPatient(staff, { dob: '2008-03-20' })
    const mergedId = await registerPatient(staff, { dob: '2008-03-21' })
    await newDelegate(staff, survivorId, guardianFields())
    await newDelegate(staff, mergedId, guardianFields({ fullName: 'Huda Haddad' }))
    await newDelegate(staff, mergedId, delegateFields())
    const merge = await admin.post('/patient/merge', { survivorId, mergedId, keep: {}, reason: 'duplicate' })
    expect(merge.status, JSON.stringify(merge.body)).toBe(200)
    expect(await list(staff)).toMatchObject([
      {
        patient: { id: survivorId },
        endsOn: '2026-03-20',
        guardians: [{ fullName: 'Samir Haddad' }, { fullName: 'Huda Haddad' }],
      },
    ])
  })
})
