import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab('Harbour Lab')
const admin = await app.signedIn('Admin')

const entries = async (query = '') => (await admin.get(`/activity/getAll${query}`)).body.data

describe('activity log', () => {
  it('lists what a user did, newest first, with role and lab', async () => {
    const technician = await app.signedIn('Technician', lab)
    const patient = await registerPatient(technician, { fullName: 'Hessa Khan' })
    const report = await publishReport(technician, patient, await addReportType(technician, 'Blood count'))
    const [publish, upload, type, registration, signIn] = await entries('?kind=changes')
    expect(upload?.summary).toBe('Uploaded a file')
    expect(publish).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      actor: { id: expect.any(Number), fullName: 'Technician Person', role: 'Technician' },
      lab: { id: lab.id, name: 'Harbour Lab' },
      action: 'report.publish',
      object: { type: 'report', id: report.id },
      summary: `Published report #${report.id} for patient ZL-${patient}`,
      address: '127.0.0.1',
      patient: { id: patient, fullName: 'Hessa Khan' },
    })
    expect(type.summary).toBe('Added the report type Blood count')
    expect(registration.summary).toBe(`Registered patient ZL-${patient}`)
    expect(signIn.action).toBe('session.create')
    const { stored } = await app.database.one<{ stored: string }>(
      'select string_agg(a::text, chr(10)) as stored from activity_log a',
    )
    expect(stored).not.toContain('Hessa')
  })

  it('offers tabs for all activity, own activity and system activity', async () => {
    await app.client().post('/auth/user/login', { email: 'unknown@zelab.test', password: 'x' })
    const self = await entries('?tab=self')
    expect(self.length).toBeGreaterThan(0)
    expect(self.every((entry: { actor: { role: string } }) => entry.actor.role === 'Admin')).toBe(true)
    const system = await entries('?tab=system')
    expect(system.length).toBeGreaterThan(0)
    expect(system.every((entry: { actor: unknown }) => entry.actor === null)).toBe(true)
    expect((await entries('?tab=nonsense')).length).toBe((await entries('?tab=all')).length)
  })

  it('pages through entries, newest first', async () => {
    const { pagination } = (await admin.get('/activity/getAll?limit=2')).body
    expect(pagination.totalPages).toBe(Math.ceil(pagination.totalItems / 2))
    const first = await entries('?limit=2')
    const second = await entries('?limit=2&page=2')
    expect(first[1].id).toBeGreaterThan(second[0].id)
  })

  it('records nothing for a change that was rolled back', async () => {
    const before = (await admin.get('/activity/getAll?kind=changes')).body.pagination.totalItems
    await admin.post('/lab/create', { name: 'Harbour Lab', address: { line1: 'x', city: 'y' } })
    expect((await admin.get('/activity/getAll?kind=changes')).body.pagination.totalItems).toBe(before)
  })
})
