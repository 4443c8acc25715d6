import { describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const receptionist = await app.signedIn('Receptionist', lab)
sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))

describe('referrers of a lab', () => {
  it('keep one name in any spelling, are found by part of it, and are archived [VISIT-21]', async () => {
    const addReferrer = (name: string) =>
      receptionist.post(`/lab/addReferrer/${lab.id}`, { kind: 'doctor', name, licenseNumber: 'DHA-7' })
    const referrer = sure(await addReferrer('Dr. José Aziz'))
    expect((await addReferrer('dr. jose aziz')).body.code).toBe('REFERRER_NAME_TAKEN')
    const found = async (search: string) =>
      (await receptionist.get(`/lab/getReferrers/${lab.id}?search=${search}`)).body.data
    expect(await found('JOSE')).toMatchObject([{ id: referrer.id, licenseNumber: 'DHA-7' }])
    const path = `/referrer/update/${referrer.id}`
    sure(await receptionist.put(path, { kind: 'clinic', name: 'Aziz Clinic' }))
    const patientId = await registerPatient(receptionist)
    const visit = sure(await receptionist.post(`/visit/create/${patientId}`, { referrerId: referrer.id }))
    expect(sure(await receptionist.post(`/referrer/archive/${referrer.id}`)).isArchived).toBe(true)
    expect(await found('aziz')).toEqual([])
    const changed = await receptionist.put(`/visit/update/${visit.id}`, { note: 'Kept' })
    expect(sure(changed).referrer).toMatchObject({ name: 'Aziz Clinic' })
    expect((await addReferrer('Aziz Clinic')).status).toBe(200)
    const { summary } = (await admin.get('/activity/getAll?action=referrer.change&limit=1')).body.data[0]
    expect(summary).toMatch(/^Added the referrer Aziz Clinic/)
  })

  it('appear by kind [VISIT-65]', async () => {
    for (const kind of ['clinic', 'doctor'])
      sure(await receptionist.post(`/lab/addReferrer/${lab.id}`, { kind, name: `Marina ${kind}` }))
    const path = `/lab/getReferrers/${lab.id}?search=marina`
    const { body } = await receptionist.get(`${path}&kind=clinic`)
    expect(body.data).toMatchObject([{ name: 'Marina clinic' }])
    expect(body.pagination.totalItems).toBe(1)
    expect((await receptionist.get(`${path}&kind=hospital`)).body.data).toHaveLength(2)
  })

  it('keep a note for those who call them [VISIT-64]', async () => {
    const referrer = { kind: 'clinic', name: 'Ward Clinic', note: 'Ask for the ward\nExtension 12 at night' }
    const { id } = sure(await receptionist.post(`/lab/addReferrer/${lab.id}`, referrer))
    expect(
      sure(await receptionist.put(`/referrer/update/${id}`, { kind: 'doctor', name: 'Ward' })),
    ).toMatchObject({
      note: referrer.note,
    })
    const path = `/referrer/update/${id}`
    expect((await receptionist.put(path, { ...referrer, note: 'a'.repeat(1001) })).status).toBe(400)
    expect(sure(await receptionist.put(path, { ...referrer, note: '' })).note).toBeNull()
  })
})
