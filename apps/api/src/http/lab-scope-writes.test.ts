import { can, STAFF_ROLES, type Endpoint, type StaffRole } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../testing/endpoints.ts'
import { sure, type ApiClient } from '../testing/api-client.ts'
import { callFields, flagReport, useCritical } from '../testing/critical.ts'
import { addDelegate, delegateFields } from '../testing/delegates.ts'
import { jsonSchemaOf, type JsonSchema } from '../testing/hostile-values.ts'
import { dropFile, dropReport, reportPdf } from '../testing/inbox.ts'
import { storeWebhook } from '../testing/integrations.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { needTwoPersons, openUnreleased, releaseReport, submitReport } from '../testing/release.ts'
import { checkPatients, patientTable, uploadPatients } from '../testing/patient-files.ts'
import { useTestApp } from '../testing/test-app.ts'
import {
  addReportType,
  patientFields,
  publishReport,
  registerPatient,
  uploadFile,
} from '../testing/test-records.ts'
import { stopAtEnd } from '../testing/stop-at-end.ts'

/** Excludes the Admin, who can access every lab. */
const rolesOf = ({ access }: Endpoint): StaffRole[] =>
  STAFF_ROLES.filter((role) => role !== 'Admin' && (access === 'staff' || can(role, access as never)))

const propertiesOf = (schema: JsonSchema): string[] => [
  ...Object.keys(schema.properties ?? {}),
  ...(schema.anyOf ?? []).flatMap(propertiesOf),
]
/** Fields that name records; report types are shared by all labs. */
const NAMES_A_RECORD = /^(ids?|items|differentFrom)$|(?<!reportType|emr|national)Id$|Url$/
const recordsIn = ({ body, query }: Endpoint): string[] =>
  [body, query]
    .flatMap((schema) => (schema ? propertiesOf(jsonSchemaOf(schema)) : []))
    .filter((name) => NAMES_A_RECORD.test(name))

const writes = endpoints.filter(([, endpoint]) => endpoint.method !== 'GET' && rolesOf(endpoint).length > 0)
const byPath = writes.filter(([, { path }]) => path.includes('/:'))
const byBody = writes.filter(([, endpoint]) => recordsIn(endpoint).length > 0)

const SHARED = 'Report types are shared by all labs.'
const OF_NO_LAB: Readonly<Record<string, string>> = {
  'auth.endSession': 'The caller’s own sessions.',
  'passkeys.rename': 'The caller’s own passkeys.',
  'passkeys.remove': 'The caller’s own passkeys.',
  'oidc.unlink': 'The caller’s own links.',
  'reportTypes.update': SHARED,
  'reportTypes.remove': SHARED,
}

const EACH = 'The answer names what became of each; a record of another lab is not found.'
/** Fields that may name another lab's record, without an effect on it. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  'patients.findDuplicates exceptId': 'Leaves a record out of the answer.',
  'deliveries.resendMany ids': EACH,
  'inbox.publishMatched items': EACH,
  'release.releaseMany items': EACH,
  'visits.setPayments items': EACH,
  'visits.handOverPapers items': EACH,
}

interface FilledLab {
  id: number
  clients: Record<string, ApiClient>
  ids: number[]
  fields: Record<string, unknown>
}

const fillLab = async (): Promise<FilledLab> => {
  const lab = await app.createLab()
  const clients: Record<string, ApiClient> = {}
  for (const role of ['Doctor', 'Technician', 'Receptionist'] as const)
    clients[role] = await app.signedIn(role, lab)
  const doctor = clients['Doctor'] as ApiClient
  const patientId = await registerPatient(doctor)
  const consents = { email: true, whatsapp: true }
  sure(await doctor.put(`/patient/updateDelivery/${patientId}`, { language: 'en', consents }))
  sure(await addDelegate(doctor, patientId))
  const admin = await app.signedIn('Admin')
  await storeWebhook(app, { labId: lab.id, createdBy: admin.user.id })
  const report = await publishReport(doctor, patientId, type)
  const { id: sendingId } = await app.database.one<{ id: number }>(
    "update integration_sendings set state = 'refused' where report_id = $1 returning id",
    [report.id],
  )
  sure(await doctor.post(`/delivery/send/${report.id}`, { language: 'en' }))
  const { id: deliveryId } = await app.database.one<{ id: number }>('select max(id) as id from deliveries')
  const { id: delegateId } = await app.database.one<{ id: number }>(
    'select max(id) as id from patient_delegates',
  )
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
  await useCritical(admin, lab.id)
  sure(await flagReport(doctor, report.id))
  const referrer = { kind: 'doctor', name: 'Dr. Sara Nasser' }
  const { id: referrerId } = sure(await doctor.post(`/lab/addReferrer/${lab.id}`, referrer))
  const { id: visitId } = sure(await doctor.post(`/visit/create/${patientId}`, { referrerId }))
  const itemId = await dropReport(doctor, 'Waiting')
  await needTwoPersons(admin, lab, { allowsAlone: true })
  const unreleasedId = await submitReport(doctor, patientId, type, { isCritical: true })
  const [{ id: criticalId }] = sure(await doctor.get(`/critical/getByUnreleasedId/${unreleasedId}`)).results
  const { sha256 } = await openUnreleased(doctor, unreleasedId)
  const alone = await submitReport(doctor, patientId, type)
  await releaseReport(doctor, alone, { aloneReason: 'No other Doctor is on duty' })
  await needTwoPersons(admin, lab, { twoPersons: 'none' })
  const imported = await checkPatients(app, doctor, patientTable('Noura Saleh,+971502000001,1990-05-01'))
  const fileUrl = await uploadFile(doctor)
  const ids = [
    ...[patientId, report.id, deliveryId, delegateId, itemId, imported.id as number],
    ...[visitId as number, referrerId as number, unreleasedId, alone, criticalId, sendingId, lab.id],
  ]
  const listed = {
    ...{ patientId, reportTypeId: type, title: 'Changed', sha256, revision: 1, version: 1 },
    ...{ updatedAt: new Date().toISOString(), payment: 'paid' },
  }
  return {
    id: lab.id,
    clients,
    ids,
    fields: {
      ...patientFields(),
      ...delegateFields(),
      ...{
        patientId,
        reportId: report.id,
        reportTypeId: type,
        fileUrl,
        delegateId,
        exceptId: patientId,
        unreleasedId,
      },
      ...{ title: 'Changed', reason: 'other', note: 'A note', version: 1, channel: 'email', language: 'en' },
      ...callFields(),
      calledAt: new Date().toISOString(),
      ...{ isOn: true, halfwayUserIds: [1], overdueUserIds: [1] },
      ...{
        labId: lab.id,
        visitId,
        referrerId,
        ...{ sha256, revision: 1 },
        ids: [itemId, deliveryId],
        items: ids.map((id) => ({ id, ...listed })),
      },
      ...{
        consents,
        updatedAt: new Date().toISOString(),
        type: 'report',
        id: report.id,
        differentFrom: [patientId],
      },
    },
  }
}

const rows = () =>
  app.database.one<Record<string, string>>(
    `select ${[
      ...['patients', 'patient_changes', 'patient_consents', 'patient_delegates', 'patient_languages'],
      ...['patient_imports', 'reports', 'report_versions', 'report_files', 'report_links', 'deliveries'],
      'report_calls',
      ...['report_types', 'inbox_items', 'visits', 'visit_report_types', 'referrers', 'lab_visit_settings'],
      ...['lab_turnaround_targets', 'lab_calendars'],
      ...['critical_results', 'critical_calls', 'critical_notices', 'lab_critical_settings'],
      'lab_critical_contacts',
      ...['unreleased_reports', 'lab_release_settings', 'integration_sendings'],
    ]
      .map((table) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${table} t) as ${table}`)
      .join(', ')}`,
  )

const bodyFor = (name: string, path: string, id: number, fields: Record<string, unknown>) => ({
  ...fields,
  ...(name === 'deliveries.handOver' && { channel: 'copy' }),
  ...(name === 'deliveries.recordCall' && { outcome: 'no-answer' }),
  ...(/^release\.(sendBack|discard)$/.test(name) && { reason: 'The unit of the result is missing' }),
  ...(name === 'critical.removeFlag' && { reason: 'The sample of another patient' }),
  ...(name.endsWith('Referrer') && { kind: 'doctor', name: 'Dr. Omar Aziz' }),
  ...(path.includes(':patientId') && { patientId: id }),
})
const call = (client: ApiClient | undefined, { method, path }: Endpoint, id: number, body: object) => {
  if (!client) throw new Error('No such role')
  return client.send(method, `${path.replace(/:\w+/g, String(id))}?revision=1`, body)
}

const mails = await stopAtEnd(startMailServer())
const app = await useTestApp({ smtpUrl: mails.url })
const type = await addReportType(await app.signedIn('Admin'))
const foreign = await fillLab()
// Ids of different tables must not overlap.
await app.database.query(
  `select setval(c.oid, 5000) from pg_class c
      where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`,
)
const own = await fillLab()

beforeEach(() => app.database.execute('delete from rate_limits'))

describe('a write with another lab’s id', () => {
  it('answers 404 for an id in its path and changes nothing [RULE-83]', async () => {
    expect(byPath.length).toBeGreaterThan(20)
    const before = await rows()
    for (const [name, endpoint] of byPath.filter(([one]) => !(one in OF_NO_LAB)))
      for (const role of rolesOf(endpoint))
        for (const id of foreign.ids) {
          const body = bodyFor(name, endpoint.path, id, own.fields)
          const { status } = await call(own.clients[role], endpoint, id, body)
          expect(status, `${name} as ${role}`).toBe(404)
        }
    expect(await rows()).toEqual(before)
  })

  it('gets a refusal for an id in a field, or a listed reason, and changes nothing [RULE-84]', async () => {
    expect(byBody.length).toBeGreaterThan(15)
    const before = await rows()
    for (const [name, endpoint] of byBody)
      for (const field of recordsIn(endpoint))
        for (const id of endpoint.path.includes('/:') ? own.ids : [0]) {
          const role = rolesOf(endpoint)[0] ?? ''
          expect(foreign.fields, `A value for ${field} of ${name}`).toHaveProperty(field)
          const body = { ...bodyFor(name, endpoint.path, id, own.fields), [field]: foreign.fields[field] }
          const { status } = await call(own.clients[role], endpoint, id, body)
          const what = `${name} ${field}`
          if (what in WITHOUT_EFFECT) expect(status, what).toBe(200)
          else expect([400, 403, 404, 409, 415], what).toContain(status)
        }
    expect(await rows()).toEqual(before)
  })

  it('sends no file there [RULE-84]', async () => {
    const doctor = own.clients['Doctor'] as ApiClient
    const received = () =>
      app.database.one(
        `select (select count(*) from inbox_items where lab_id = $1) as items,
                (select count(*) from patient_imports where lab_id = $1) as imports`,
        [foreign.id],
      )
    const before = await received()
    await dropFile(doctor, await reportPdf('Astray'), 'astray.pdf', { labId: foreign.id })
    await uploadPatients(doctor, patientTable('Noura Saleh,+971502000001,1990-05-01'), { labId: foreign.id })
    expect(await received()).toEqual(before)
  })

  it('would reach the record as the lab’s own staff [RULE-83]', async () => {
    for (const [name, endpoint] of byPath.filter(([one]) => !(one in OF_NO_LAB))) {
      const statuses = new Set<number>()
      // Changing a delegate creates a new one.
      const delegate = await app.database.one<{ id: number }>(
        'select max(d.id) as id from patient_delegates d where d.patient_id = $1 and d.ended_at is null',
        [foreign.fields['patientId']],
      )
      for (const id of [...foreign.ids, delegate.id]) {
        const body = bodyFor(name, endpoint.path, id, foreign.fields)
        statuses.add((await call(foreign.clients[rolesOf(endpoint)[0] ?? ''], endpoint, id, body)).status)
      }
      expect(
        [...statuses].some((status) => status < 500 && status !== 404),
        name,
      ).toBe(true)
    }
  })
})
