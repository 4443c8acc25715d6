import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const typeId = await addReportType(doctor)

const retentionOf = async (patientId: number, client = doctor) =>
  (await client.get(`/patient/getRetention/${patientId}`)).body.data
const place = (patientId: number, reason = 'Court case 12/2026', client = admin) =>
  client.post(`/patient/placeHold/${patientId}`, { reason })
const lift = (patientId: number, reason = 'The case is closed', client = admin) =>
  client.post(`/patient/liftHold/${patientId}`, { reason })
const actionsOn = async (patientId: number) =>
  (
    await app.database.query<{ action: string }>(
      `select action from activity_log where object_type = 'patient' and object_id = $1 order by id`,
      [patientId],
    )
  ).map(({ action }) => action)

const UNPUBLISHED =
  'A patient without reports can be deleted with all of this; reports, merged records and holds refuse it.'
const FILE = 'Uploads that became no report, and images that are drawn again; a report refers to its file.'
const ACCESS = 'Grants access for a short time; what patients did with it is in `delivery_events`.'

const LISTED =
  'A list of what needs attention, made from deliveries, links, consents and reports, which are kept.'

const DELETED: Readonly<Record<string, string>> = {
  critical_notices:
    'Messages to staff about items that are deleted; those about critical results stay with them.',
  deliveries: UNPUBLISHED,
  delivery_events: UNPUBLISHED,
  inbox_items: 'Rejected items, which are no report, after their time.',
  integration_sendings: 'What was sent to other systems is kept for 90 days; the changes themselves stay.',
  link_codes: ACCESS,
  link_sessions: ACCESS,
  page_images: FILE,
  patient_changes: UNPUBLISHED,
  patient_consents: UNPUBLISHED,
  patient_delegates: UNPUBLISHED,
  patient_languages: UNPUBLISHED,
  patient_merges: UNPUBLISHED,
  patients: UNPUBLISHED,
  report_calls: UNPUBLISHED,
  report_files: FILE,
  report_links: UNPUBLISHED,
  unopened_deliveries: LISTED,
  unreached_reports: LISTED,
  unreleased_reports: 'Discarded ones, which are no report; the database refuses others.',
  verification_lookups: 'What visitors looked up is kept for 90 days, as the pages say.',
  viewing_passes: ACCESS,
  visit_links: ACCESS,
  visit_report_types: UNPUBLISHED,
  visit_slips: UNPUBLISHED,
  visits: UNPUBLISHED,
}

const deletedTables = async (): Promise<Set<string>> => {
  const modules = path.join(import.meta.dirname, '../..')
  const files = (await readdir(modules, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(path.join(modules, file), 'utf8')))
  return new Set(
    texts.flatMap((text) =>
      Array.from(text.matchAll(/\bdelete\s+from\s+(\w+)/gi), ([, table = '']) => table),
    ),
  )
}

describe('retained records', () => {
  it('lose rows only of the listed tables; the database refuses the rest [RULE-80]', async () => {
    const references = await app.database.query<{ of: string; to: string; cascades: boolean }>(
      `select conrelid::regclass::text as of, confrelid::regclass::text as to, confdeltype = 'c' as cascades
         from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
    const reached = (start: string[], follow = references) => {
      const tables = new Set(start)
      for (const table of tables) for (const { of, to } of follow) if (to === table) tables.add(of)
      return tables
    }
    const ofPatients = reached(['patients', 'reports'])
    expect(ofPatients.size).toBeGreaterThanOrEqual(24)

    const refusing = await app.database.query<{ name: string }>(
      `select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where p.proname in ('keep_for_retention', 'refuse_change') and t.tgenabled = 'O'`,
    )
    const kept = refusing.map(({ name }) => name).filter((table) => ofPatients.has(table))
    expect(kept.toSorted()).toEqual(['report_versions', 'reports', 'verification_codes'])

    const deleted = reached(
      [...(await deletedTables())].filter((table) => ofPatients.has(table)),
      references.filter(({ cascades }) => cascades),
    )
    expect([...deleted].toSorted()).toEqual(Object.keys(DELETED).toSorted())
  })

  it('stay 25 years after the latest report unless the setting differs [RETAIN-01]', async () => {
    const patientId = await registerPatient(doctor)
    expect(await retentionOf(patientId)).toMatchObject({ keptUntil: null, retentionYears: 25 })
    const report = await publishReport(doctor, patientId, typeId)
    await app.database.execute(`update reports set created_at = '2026-03-09T22:30:00Z' where id = $1`, [
      report.id,
    ])
    expect(await retentionOf(patientId)).toMatchObject({ keptUntil: '2051-03-10' })
    await withdrawReport(doctor, report.id, { reason: 'published-twice' })
    expect(await retentionOf(patientId)).toMatchObject({ keptUntil: '2051-03-10' })
    const general = (await admin.get('/settings/general')).body.data
    expect((await admin.put('/settings/general', { ...general, retentionYears: 0 })).status).toBe(400)
    expect(
      (await admin.put('/settings/general', { ...general, retentionYears: 30 })).body.data.retentionYears,
    ).toBe(30)
    expect(await retentionOf(patientId)).toMatchObject({ keptUntil: '2056-03-10', retentionYears: 30 })
    const { data: changed } = (await admin.get('/settings/general')).body
    expect((await admin.put('/settings/general', { ...changed, retentionYears: 25 })).status).toBe(200)
  })

  it('cannot be deleted before their time by any program [RETAIN-02]', async () => {
    const patientId = await registerPatient(doctor)
    const [old, young] = [
      await publishReport(doctor, patientId, typeId),
      await publishReport(doctor, patientId, typeId),
    ]
    const remove = () => app.database.execute('delete from reports where id = $1', [old.id])
    await app.database.execute(`update reports set created_at = now() - interval '26 years' where id = $1`, [
      old.id,
    ])
    await expect(remove()).rejects.toThrow('have to be kept')
    await expect(app.database.execute('truncate reports cascade')).rejects.toThrow()
    // After the retention of every report, only foreign keys of the version table reject the deletion.
    await app.database.execute(`update reports set created_at = now() - interval '26 years' where id = $1`, [
      young.id,
    ])
    await expect(remove()).rejects.toThrow('foreign key')
    await place(patientId)
    await expect(remove()).rejects.toThrow('legal hold')
  })
})

describe('legal hold', () => {
  it('begins and ends by the Admin with a reason, and remains recorded [RETAIN-03]', async () => {
    const patientId = await registerPatient(doctor)
    expect((await place(patientId, 'no')).status).toBe(400)
    expect((await lift(patientId)).body.message).toBe('There is no legal hold')
    const placed = await place(patientId)
    expect(placed.body.message).toBe('Legal hold placed')
    expect(placed.body.data.holds).toMatchObject([{ reason: 'Court case 12/2026', lifted: null }])
    expect((await place(patientId)).status).toBe(409)
    expect((await lift(patientId)).body.data.holds).toMatchObject([
      { reason: 'Court case 12/2026', lifted: { reason: 'The case is closed' } },
    ])
    await place(patientId, 'Second matter')
    expect((await retentionOf(patientId)).holds.map(({ reason }: { reason: string }) => reason)).toEqual([
      'Second matter',
      'Court case 12/2026',
    ])
    expect(await actionsOn(patientId)).toEqual([
      'patient.create',
      'patient.place-hold',
      'patient.lift-hold',
      'patient.place-hold',
    ])
  })

  it('begins once for two concurrent requests [RETAIN-03]', async () => {
    const patientId = await registerPatient(doctor)
    const responses = await Promise.all([place(patientId), place(patientId), place(patientId)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('prevents deleting or merging a record; a lifted one still prevents deletion [RETAIN-04]', async () => {
    const [held, other] = [await registerPatient(doctor), await registerPatient(doctor)]
    await place(held)
    const remove = () => admin.delete(`/patient/delete/${held}`)
    const merge = (survivorId: number, mergedId: number) =>
      admin.post('/patient/merge', { survivorId, mergedId, reason: 'Same person' })
    expect((await remove()).body.message).toBe(
      'This patient’s records are under a legal hold. Please lift it first.',
    )
    for (const response of [await merge(held, other), await merge(other, held)])
      expect(response.status).toBe(409)
    await lift(held)
    expect((await remove()).status).toBe(409)
    const merged = await merge(other, held)
    expect(merged.status).toBe(200)
    const { id } = (await admin.get(`/patient/getMerges/${other}`)).body.data[0]
    await place(other)
    expect((await admin.post(`/patient/undoMerge/${id}`, {})).status).toBe(409)
  })

  it('appears only to the Admin and to Doctors of the lab [RETAIN-05]', async () => {
    const patientId = await registerPatient(doctor)
    const elsewhere = await app.signedIn('Doctor')
    expect((await elsewhere.get(`/patient/getRetention/${patientId}`)).status).toBe(404)
    for (const role of ['Technician', 'Receptionist'] as const)
      expect((await (await app.signedIn(role, lab)).get(`/patient/getRetention/${patientId}`)).status).toBe(
        403,
      )
    expect((await place(patientId, 'As a doctor', doctor)).status).toBe(403)
  })
})
