import { beforeAll, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { addDelegate, guardianFields } from '../../../testing/delegates.ts'
import { askAsClient, storeClient } from '../../../testing/integrations.ts'
import { startHookServer, storeHook } from '../../../testing/receivers.ts'
import { needTwoPersons, releaseReport, submitReport } from '../../../testing/release.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { patientFields, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { createBacklogService } from './backlog.service.ts'

const app = await useTestApp({ publicUrl: 'https://public.test', outboundNetworks: ['127.0.0.0/8'] })
const hooks = await stopAtEnd(startHookServer())
const admin = await app.signedIn('Admin')
const lab = await app.createLab()
const [doctor, releaser] = [await app.signedIn('Doctor', lab), await app.signedIn('Doctor', lab)]
const place = { labId: lab.id, createdBy: admin.user.id }
const { sender, changeBacklog } = app.services

const noted = async (reportId: number) =>
  (
    await app.database.query<{ type: string }>(
      'select type from report_changes where report_id = $1 order by sequence',
      [reportId],
    )
  ).map(({ type }) => type)
const note = () => changeBacklog.run()

describe('a correction', () => {
  let [client, hook, reportId, patientId, referrerId, visitId, typeId] = ['', 0, 0, 0, 0, 0, 0]
  const readReport = () => askAsClient(app, client, `/R4/DiagnosticReport/report-${reportId}`)

  beforeAll(async () => {
    client = (await storeClient(app, place)).key
    hook = await storeHook(app, place, hooks.url)
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
    typeId = sure(await doctor.post('/report/addReportType', { title: 'Lipids' })).id
    referrerId = sure(await doctor.post(`/lab/addReferrer/${lab.id}`, referrer)).id
    patientId = await registerPatient(doctor, fields)
    visitId = sure(await doctor.post(`/visit/create/${patientId}`, { referrerId })).id
    await needTwoPersons(admin, lab)
    const unreleased = await submitReport(doctor, patientId, typeId, { visitId })
    reportId = sure(await releaseReport(releaser, unreleased)).reportId
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    await sender.run({ id: hook })
  })

  const fields = patientFields()
  const patient = (changes: object) =>
    doctor.put(`/patient/update/${patientId}`, Object.assign(fields, changes))
  const referrer = { kind: 'doctor', name: 'Dr. Noor', licenseNumber: 'N-1' }
  const refer = (changes: object) =>
    doctor.put(`/referrer/update/${referrerId}`, Object.assign(referrer, changes))
  const CORRECTIONS: [string, () => Promise<unknown>][] = [
    ["the patient's name", () => patient({ fullName: 'Corrected Name' })],
    ['the birth date', () => patient({ dob: '2016-02-03' })],
    ['the sex', () => patient({ gender: 'OTHER' })],
    ['the EMR number', () => patient({ emrId: 'EMR-7781' })],
    ['the national id', () => patient({ nationalId: '784199112345671' })],
    ['a phone number', () => patient({ phone: '+971501234599' })],
    ['a guardian', () => addDelegate(doctor, patientId, guardianFields())],
    ["the referrer's name", () => refer({ name: 'Dr. Noor Ali' })],
    ["the referrer's license", () => refer({ licenseNumber: 'N-2' })],
    [
      'the title of the type',
      () => doctor.put(`/report/updateReportType/${typeId}`, { title: 'Lipid panel' }),
    ],
    [
      'the LOINC code of the type',
      () => doctor.put(`/report/updateReportType/${typeId}`, { title: 'Lipid panel', loinc: '24331-1' }),
    ],
    [
      "the lab's name",
      () =>
        admin.put(`/lab/update/${lab.id}`, {
          ...{ name: 'Renamed Lab', address: { line1: '1 Main Street', city: 'Dubai' } },
        }),
    ],
    [
      "the releaser's name",
      () =>
        app.database.query("update users set full_name = 'Dr. Corrected' where id = $1", [releaser.user.id]),
    ],
  ]

  it.each(CORRECTIONS)('reaches webhooks, the feed and FHIR once: %s [FACT-01]', async (_, correct) => {
    const [before, resource] = [await noted(reportId), await readReport()]
    hooks.received.length = 0
    const answer = (await correct()) as { status?: number; body?: unknown }
    expect(answer.status ?? 200, JSON.stringify(answer.body)).toBe(200)
    await note()
    await note()
    await sender.run({ id: hook })
    expect(await noted(reportId)).toEqual([...before, 'changed'])
    expect(hooks.received.map(({ body }) => [body.type, body.data.report])).toEqual([
      ['report.changed', reportId],
    ])
    const now = await readReport()
    expect(now.headers.get('etag')).not.toBe(resource.headers.get('etag'))
    expect(Date.parse(now.body.meta.lastUpdated)).toBeGreaterThan(Date.parse(resource.body.meta.lastUpdated))
  })

  it('leaves out a withdrawn report, and reports of others [FACT-01]', async () => {
    const [other, withdrawn] = [await registerPatient(doctor), await registerPatient(doctor)]
    const [one, gone] = [
      await publishReport(doctor, other, typeId),
      await publishReport(doctor, withdrawn, typeId),
    ]
    sure(await doctor.delete(`/report/deleteById/${gone.id}`, { reason: 'published-twice' }))
    await app.database.query("update patients set full_name = 'Another Name' where id = $1", [withdrawn])
    await note()
    expect(await noted(one.id)).toEqual(['published'])
    expect(await noted(gone.id)).toEqual(['published', 'withdrawn'])
  })

  it('leaves no note when it was taken back before, or was noted with another change [FACT-01]', async () => {
    const rename = (name: string) =>
      app.database.query('update patients set full_name = $2 where id = $1', [patientId, name])
    const before = await noted(reportId)
    await rename('Short Mistake')
    await rename('Corrected Name')
    await note()
    expect(await noted(reportId)).toEqual(before)
    await rename('Third Name')
    sure(await doctor.put(`/visit/update/${visitId}`, { orderNumber: 'ORDER-1' }))
    await note()
    expect(await noted(reportId)).toEqual([...before, 'changed'])
  })

  it('goes to receivers that have the report or wait for it, in batches [FACT-02]', async () => {
    const of = await registerPatient(doctor)
    const ids = []
    for (let count = 0; count < 3; count += 1) ids.push((await publishReport(doctor, of, typeId)).id)
    const late = await storeHook(app, place, hooks.url)
    hooks.received.length = 0
    await app.database.query("update patients set full_name = 'Seen By Both' where id = $1", [of])
    await createBacklogService(app, { batch: 2 }).run()
    await sender.run({ id: hook })
    await sender.run({ id: late })
    expect(hooks.received.map(({ body }) => [body.type, body.data.report]).slice(-3)).toEqual(
      ids.map((id) => ['report.published', id]),
    )
    expect(
      await app.database.query('select 1 from integration_sendings where integration_id = $1', [late]),
    ).toEqual([])
    expect(await app.database.query('select 1 from report_corrections')).toEqual([])
  })

  it('leaves a note for a report whose last change was noted by an earlier version [FACT-03]', async () => {
    const of = await registerPatient(doctor)
    const { id } = await publishReport(doctor, of, typeId)
    await app.database.query(
      `insert into report_changes (lab_id, report_id, version, type, state, is_sensitive, was_sensitive, facts)
       select lab_id, report_id, version, 'changed', state, is_sensitive, was_sensitive, facts - 'shown'
         from report_changes where report_id = $1`,
      [id],
    )
    await app.database.query('update reports set visit_id = null where id = $1', [id])
    expect(await noted(id)).toEqual(['published', 'changed'])
    await app.database.query("update patients set full_name = 'After Upgrade' where id = $1", [of])
    await note()
    expect(await noted(id)).toEqual(['published', 'changed', 'changed'])
  })

  it('queues nothing in an installation without connections of the lab [FACT-01]', async () => {
    const elsewhere = await app.createLab()
    const other = await app.signedIn('Doctor', elsewhere)
    await app.database.query("update patients set full_name = 'Not Connected' where id = $1", [
      await registerPatient(other),
    ])
    expect(await app.database.query('select 1 from report_corrections')).toEqual([])
  })

  it('leaves a note for a report that is published at the same time [FACT-03]', async () => {
    const of = await registerPatient(doctor)
    const { id } = await publishReport(doctor, of, typeId)
    let commit = () => {}
    const isWanted = new Promise<void>((resolve) => {
      commit = resolve
    })
    let begun = () => {}
    const hasNoted = new Promise<void>((resolve) => {
      begun = resolve
    })
    const slow = app.database.transaction(async (tx) => {
      await tx.execute("select note_report_change($1, 'changed', null, null, true)", [id])
      begun()
      await isWanted
    })
    await hasNoted
    await app.database.query("update patients set full_name = 'Meanwhile' where id = $1", [of])
    const noting = note()
    commit()
    await Promise.all([slow, noting])
    expect(await noted(id)).toEqual(['published', 'changed', 'changed'])
  })
})
