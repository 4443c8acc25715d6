import type { ActivityEntry, ListedEntry } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import type { ClientCaller } from '../../core/caller.ts'
import { sure } from '../../testing/api-client.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab('Harbour Lab')
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const { activity } = app.services

const client: ClientCaller = {
  id: 1,
  name: 'Hospital Information System',
  labId: lab.id,
  referrerId: null,
  includesSensitive: false,
  scopes: ['system/DiagnosticReport.rs'],
  address: '192.0.2.1',
  requestId: 'request',
}
const byClient = { id: null, fullName: 'Hospital Information System', role: 'Client' }

const patient = await registerPatient(doctor)
const report = await publishReport(doctor, patient, await addReportType(doctor))
activity.recordClientRead(client, {
  object: { type: 'report', id: report.id },
  summary: `Read report #${report.id}`,
})
const search = { what: 'Searched reports', object: { type: 'patient', id: patient } as const, rows: 3 }
activity.recordClientSearch(client, search)
activity.recordClientSearch(client, search)
await activity.flush()

describe('reads by a connected system', () => {
  it('appear with its name in the access history, searches of a minute as one entry [API-OUT-33]', async () => {
    const ofReport = sure(await doctor.get(`/activity/ofReport/${report.id}`)) as ActivityEntry[]
    expect(ofReport[0]).toMatchObject({
      ...{ actor: byClient, action: 'integration.read', address: '192.0.2.1' },
      summary: `Read report #${report.id}`,
    })
    const ofPatient = sure(await doctor.get(`/activity/ofPatient/${patient}`)) as ActivityEntry[]
    expect(ofPatient.filter(({ actor }) => actor?.role === 'Client').map(({ summary }) => summary)).toEqual([
      'Searched reports; 6 rows; 2 times',
      `Read report #${report.id}`,
    ])
  })

  it('appear among views, and not among entries of the system [API-OUT-33]', async () => {
    const listed = async (query: string) =>
      (sure(await admin.get(`/activity/getAll?limit=100&${query}`)) as ListedEntry[]).filter(
        ({ action }) => action === 'integration.read',
      )
    expect(await listed('kind=views')).toHaveLength(2)
    expect(await listed('kind=changes')).toEqual([])
    expect(await listed('tab=system')).toEqual([])
    const system = sure(await admin.get('/activity/getAll?tab=system')) as ListedEntry[]
    for (const { actor } of system) expect(actor).toBeNull()
  })

  it('leave a report unopened [API-OUT-33]', async () => {
    const unopened = async () =>
      (sure(await doctor.get('/insights/unopened')) as { id: number }[]).map(({ id }) => id)
    expect(await unopened()).toContain(report.id)
    const opened = 'select 1 from report_openings where report_id = $1 and opened_at is not null'
    expect(await app.database.query(opened, [report.id])).toEqual([])
    expect(sure(await doctor.get(`/report/getReaders/${report.id}`))).toEqual([])
    const reader = await app.signedIn('Technician', lab)
    await reader.get(`/report/getById/${report.id}`)
    await activity.flush()
    expect(await unopened()).not.toContain(report.id)
  })
})
