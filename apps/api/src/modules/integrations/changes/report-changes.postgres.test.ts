import { beforeAll, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { flagReport, seenReport, SILENT_MAIL_SERVER, useCritical } from '../../../testing/critical.ts'
import { createRandom } from '../../../testing/hostile-values.ts'
import { storeClient, storeWebhook } from '../../../testing/integrations.ts'
import { decisionOn, needTwoPersons } from '../../../testing/release.ts'
import { untilWaitsForLocks } from '../../../testing/test-database.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { reassignReport, withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
const type = await addReportType(doctor)
sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
await useCritical(admin, lab.id)
const before = await publishReport(doctor, await registerPatient(doctor), type)
const place = { labId: lab.id, createdBy: admin.user.id }

const addReferrer = async (name: string): Promise<number> =>
  sure(await doctor.post(`/lab/addReferrer/${lab.id}`, { kind: 'clinic', name })).id
const changesOf = async (reportId: number) =>
  app.database.query<{ type: string; state: string; version: number }>(
    'select type, state, version from report_changes where report_id = $1 order by sequence',
    [reportId],
  )
const typesOf = async (reportId: number) => (await changesOf(reportId)).map((change) => change.type)
const amend = async (id: number, by = doctor) => {
  const { reportType, patient } = sure(await doctor.get(`/report/getById/${id}`))
  return by.put(`/report/update/${id}`, {
    ...{ title: 'Corrected', patientId: patient.id, reportTypeId: reportType.id },
    ...{ fileUrl: await uploadFile(by), reason: 'wrong-result' },
  })
}
const withdraw = async (id: number) => withdrawReport(doctor, id, { reason: 'published-twice' })

it('notes nothing in a lab without a connection [API-OUT-01]', async () => {
  expect(await changesOf(before.id)).toEqual([])
})

describe('a lab with a connection', () => {
  let webhook = 0
  beforeAll(async () => {
    await storeClient(app, place)
    webhook = await storeWebhook(app, place)
  })
  const sendings = (reportId: number) =>
    app.database.query<{ state: string; type: string }>(
      `select s.state, c.type from integration_sendings s join report_changes c on c.sequence = s.change_sequence
        where s.integration_id = $1 and s.report_id = $2 order by s.id`,
      [webhook, reportId],
    )
  const published = async () => publishReport(doctor, await registerPatient(doctor), type)

  it('notes each change of a report once, with its commit [API-OUT-01]', async () => {
    const { id } = await published()
    sure(await amend(id))
    expect((await withdraw(id)).status).toBe(200)
    expect(await changesOf(id)).toEqual([
      { type: 'published', state: 'current', version: 1 },
      { type: 'amended', state: 'current', version: 2 },
      { type: 'withdrawn', state: 'withdrawn', version: 2 },
    ])
    await amend(before.id)
    expect(await typesOf(before.id)).toEqual(['amended'])
  })

  it('notes no change that was refused or rolled back [API-OUT-01]', async () => {
    const { id } = await published()
    await expect(
      app.database.transaction(async (tx) => {
        await tx.execute('update reports set visit_id = null, changed_at = now() where id = $1', [id])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await typesOf(id)).toEqual(['published'])
  })

  it('replaces a waiting change by the next one, and sends none that no receiver knows [API-OUT-03]', async () => {
    const { id } = await published()
    sure(await amend(id))
    expect(await sendings(id)).toEqual([
      { state: 'superseded', type: 'published' },
      { state: 'waiting', type: 'amended' },
    ])
    await withdraw(id)
    expect((await sendings(id)).map(({ state }) => state)).toEqual(['superseded', 'superseded'])
  })

  it('sends a withdrawal after a report that the sender takes at that moment [API-OUT-153]', async () => {
    const { id } = await published()
    const withdrawal = await app.database.transaction(async (tx) => {
      await tx.execute('update integration_sendings set is_sending = true where report_id = $1', [id])
      const answer = withdraw(id)
      await untilWaitsForLocks(app.database, 1)
      return { answer }
    })
    expect((await withdrawal.answer).status).toBe(200)
    expect(await sendings(id)).toEqual([
      { state: 'waiting', type: 'published' },
      { state: 'waiting', type: 'withdrawn' },
    ])
  })

  it('notes a suspension, its end and a flag as changes [API-OUT-01]', async () => {
    const { id } = await published()
    await needTwoPersons(admin, lab)
    const { unreleasedId } = (await amend(id, technician)).body.data
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    const decision = await decisionOn(technician, unreleasedId)
    sure(await technician.post(`/release/suspend/${unreleasedId}`, decision))
    sure(await doctor.post(`/release/lift/${unreleasedId}`, decision))
    expect((await flagReport(doctor, id)).status).toBe(200)
    expect(await typesOf(id)).toEqual(['published', 'suspended', 'restored', 'changed'])
    const [result] = sure(await doctor.get(`/critical/getByReportId/${id}`)).results
    const removal = { ...(await seenReport(doctor, id)), reason: 'Flagged by mistake' }
    sure(await doctor.post(`/critical/removeFlag/${result.id}`, removal))
    expect((await typesOf(id)).at(-1)).toBe('changed')
  })

  it('notes nothing that awaits release [API-OUT-01]', async () => {
    const patientId = await registerPatient(doctor)
    await needTwoPersons(admin, lab)
    const answer = await technician.post(`/user/uploadPatientReportFile/${patientId}`, {
      ...{ title: 'Blood count', reportTypeId: type, patientId, fileUrl: await uploadFile(technician) },
    })
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    expect(answer.status).toBe(202)
    const rows = await app.database.query(
      'select 1 from report_changes c join reports r on r.id = c.report_id where r.patient_id = $1',
      [patientId],
    )
    expect(rows).toEqual([])
  })

  it('notes reassigning as a withdrawal and a publication, and merging as a change [API-OUT-01]', async () => {
    const { id } = await published()
    const right = await registerPatient(doctor)
    const moved = sure(await reassignReport(doctor, id, { patientId: right, reason: 'wrong-patient' }))
    expect(await typesOf(id)).toEqual(['published', 'withdrawn'])
    expect(await typesOf(moved.id)).toEqual(['published'])
    const survivorId = await registerPatient(doctor)
    sure(await admin.post('/patient/merge', { survivorId, mergedId: right, reason: 'Registered twice' }))
    expect(await typesOf(moved.id)).toEqual(['published', 'changed'])
  })

  it('tells a referrer of reports of visits that name it for certain, and of those that leave [API-OUT-02]', async () => {
    const [first, second] = [await addReferrer('Palm Clinic'), await addReferrer('Sea Clinic')]
    const clinic = await storeWebhook(app, { ...place, referrerId: first })
    const patientId = await registerPatient(doctor)
    const visit = sure(await doctor.post(`/visit/create/${patientId}`, { referrerId: first }))
    const { id } = await publishReport(doctor, patientId, type, { visitId: visit.id })
    const queued = () =>
      app.database.query<{ former: number | null; now: number | null }>(
        `select c.former_referrer_id as former, c.referrer_id as now
           from integration_sendings s join report_changes c on c.sequence = s.change_sequence
          where s.integration_id = $1 and s.report_id = $2 order by s.id`,
        [clinic, id],
      )
    expect(await queued()).toEqual([{ former: null, now: first }])
    await app.database.execute(
      'insert into integration_reports (integration_id, report_id, version, is_current) values ($1, $2, 1, true)',
      [clinic, id],
    )
    sure(await doctor.put(`/visit/update/${visit.id}`, { referrerId: second }))
    sure(await doctor.put(`/visit/update/${visit.id}`, { note: 'No change for systems' }))
    expect(await queued()).toEqual([
      { former: null, now: first },
      { former: first, now: second },
    ])
    await app.database.execute('update visits set is_referrer_certain = false where id = $1', [visit.id])
    expect((await queued()).at(-1)).toEqual({ former: second, now: null })
  })

  it('cannot be changed or deleted [API-OUT-01]', async () => {
    for (const statement of [
      "update report_changes set type = 'changed'",
      'delete from report_changes',
      'truncate report_changes cascade',
    ])
      await expect(app.database.execute(statement)).rejects.toThrow(/append-only|permission denied/)
  })

  it('random changes end at the state of the report, in every queue [API-OUT-03]', async () => {
    const random = createRandom(54)
    const ids: number[] = []
    const actions = [
      async () => void ids.push((await published()).id),
      async (id: number) => void (await amend(id)),
      async (id: number) => void (await withdraw(id)),
      async (id: number) => void (await flagReport(doctor, id)),
    ]
    await actions[0]?.(0)
    for (let step = 0; step < 40; step += 1) {
      const at = () => Math.floor(random() * ids.length)
      const action = actions[Math.floor(random() * actions.length)]
      await Promise.all([action?.(ids[at()] ?? 0), actions[1]?.(ids[at()] ?? 0)])
    }
    const wrong = await app.database.query(
      `select r.id from reports r
         left join lateral (select * from report_changes c where c.report_id = r.id order by c.sequence desc limit 1) c
                on true
        where r.id = any ($1::bigint[])
          and (c.version is distinct from r.version
               or c.state is distinct from case when r.withdrawn_at is null then 'current' else 'withdrawn' end
               or (r.withdrawn_at is null and (c.facts ->> 'critical')::boolean is distinct from exists (
                     select from critical_results k where k.report_id = r.id and k.closed_at is null))
               or (select count(*) from integration_sendings s
                    where s.integration_id = $2 and s.report_id = r.id and s.state = 'waiting')
                  <> case when r.withdrawn_at is null then 1 else 0 end)`,
      [ids, webhook],
    )
    expect(wrong).toEqual([])
  })
})
