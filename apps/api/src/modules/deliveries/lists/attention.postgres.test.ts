import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { insertDelegate } from '../../../testing/delegates.ts'
import { giveConsent, startDeliveriesApp, type DeliveriesApp } from '../../../testing/deliveries.ts'
import { publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

let { app, lab, type, doctor, admin, sendableReport, send, sendDue, makeDue, handOver, handOverPaper } =
  {} as DeliveriesApp

const suite = await stopAtEnd(startDeliveriesApp())
;({ app, lab, type, doctor, admin, sendableReport, send, sendDue, makeDue, handOver, handOverPaper } = suite)
await app.database.execute(
  'insert into lab_delivery_settings (lab_id, is_automatic) values ($1, false) on conflict do nothing',
  [lab.id],
)

const sql = (text: string, params: unknown[] = []) => app.database.query<{ id: number }>(text, params)
const idsOf = async (rows: Promise<{ id: number }[]>) =>
  (await rows).map(({ id }) => id).sort((one, other) => one - other)

/** From all links of the lab, without the table that triggers maintain. */
const unopened = () =>
  idsOf(
    sql(
      `select d.id from deliveries d join reports r on r.id = d.report_id
        where d.lab_id = $1 and d.state in ('sent', 'handed-over') and d.sent_at <= now() - interval '3 days'
          and r.withdrawn_at is null
          and exists (select 1 from report_links n where n.delivery_id = d.id and n.first_opened_at is null
                         and n.revoked_at is null and n.expires_at > now())
          and not exists (select 1 from report_links o where o.delivery_id = d.id and o.first_opened_at is not null)
          and not exists (select 1 from deliveries k where k.report_id = d.report_id and k.channel = 'paper'
                             and k.report_version >= d.report_version)`,
      [lab.id],
    ),
  )

/** From all reports of the lab. */
const unreached = () =>
  idsOf(
    sql(
      `select r.id from reports r join patients p on p.id = r.patient_id
        cross join lateral (
          select coalesce(bool_or(n.is_given) filter (where n.channel = 'email'), false) as email,
                 coalesce(bool_or(n.is_given) filter (where n.channel <> 'email'), false) as phone
            from (select distinct on (c.channel) c.channel, c.is_given from patient_consents c
                   where c.patient_id = p.id order by c.channel, c.id desc) n) agreed
        where p.lab_id = $1 and r.withdrawn_at is null and r.created_at > now() - interval '30 days'
          and (agreed.email or (select is_automatic from lab_delivery_settings where lab_id = $1))
          and not agreed.phone and not (agreed.email and p.email is not null)
          and not exists (select 1 from deliveries d where d.report_id = r.id and d.state <> 'canceled')
          and not exists (select 1 from patient_delegates g where g.patient_id = p.id and g.ended_at is null
                             and g.valid_from <= current_date and (g.valid_until is null or g.valid_until >= current_date))`,
      [lab.id],
    ),
  )

const shown = async (address: string) =>
  (await doctor.get(`/delivery/${address}limit=100`)).body.data as { id: number; report: { id: number } }[]
const age = () =>
  app.database.execute(`update deliveries set sent_at = sent_at - interval '4 days'
                         where sent_at > now() - interval '3 days'`)

/** Before and after the job, in both kinds of labs. */
const compare = async (change: string) => {
  await age()
  for (const isSettled of [false, true]) {
    if (isSettled) await app.services.attention.settle()
    expect(await idsOf(shown('getAll?view=not-opened&')), change).toEqual(await unopened())
    for (const isAutomatic of [true, false]) {
      await app.database.execute('update lab_delivery_settings set is_automatic = $2 where lab_id = $1', [
        lab.id,
        isAutomatic,
      ])
      const reports = shown('getWithoutContact?').then((rows) => rows.map(({ report }) => report))
      expect(await idsOf(reports), change).toEqual(await unreached())
      const { notOpened, noContact } = (await doctor.get('/delivery/getCounts')).body.data
      expect([notOpened, noContact], change).toEqual([(await unopened()).length, (await unreached()).length])
    }
  }
}

const sent = async () => {
  const report = await sendableReport()
  const { id } = (await send(report.reportId)).body.data
  await sendDue()
  return { ...report, id: id as number }
}
const unsent = async (consents: object, fields: Record<string, unknown> = { email: '' }) => {
  const patientId = await registerPatient(doctor, fields)
  await giveConsent(doctor, patientId, consents)
  return { patientId, reportId: (await publishReport(doctor, patientId, type)).id }
}
const amend = async (reportId: number, patientId: number) =>
  doctor.put(`/report/update/${reportId}`, {
    ...{ title: 'Blood count', reportTypeId: type, patientId, fileUrl: await uploadFile(doctor) },
    reason: 'wrong-result',
  })
const setLinks = (deliveryId: number, assignment: string) =>
  app.database.execute(`update report_links set ${assignment} where delivery_id = $1`, [deliveryId])

describe('the counts of the sidebar', () => {
  it('match all links after each change that the triggers note [SPEED-37]', async () => {
    const [one, two, three] = [await sent(), await sent(), await sent()]
    await compare('sent')
    expect(await unopened()).toEqual([one.id, two.id, three.id])

    await handOver(one.reportId, 'slip')
    await compare('handed over as a slip')
    await handOverPaper(one.reportId)
    await compare('handed over on paper')
    expect(await idsOf(sql('select delivery_id as id from unopened_deliveries'))).not.toContain(one.id)
    expect(await unopened()).toEqual([two.id, three.id])
    await amend(one.reportId, one.patientId)
    await makeDue(one.reportId)
    await sendDue()
    await compare('amended after the paper')
    expect((await unopened()).length).toBeGreaterThan(2)

    await setLinks(two.id, 'first_opened_at = now(), opened_version = 1')
    await compare('opened')
    await doctor.post(`/delivery/revoke/${three.id}`)
    await compare('revoked')
    const four = await sent()
    await setLinks(four.id, 'expires_at = now()')
    await compare('expired')
    await setLinks(four.id, "expires_at = now() + interval '1 day'")
    await compare('live again')
    await app.database.execute(
      `insert into report_links (delivery_id, token_hash, expires_at) values ($1, 'again', now() + interval '9 days')`,
      [four.id],
    )
    await setLinks(four.id, "revoked_at = now(), revocation = 'staff'")
    await app.database.execute(
      "update report_links set revoked_at = null, revocation = null where token_hash = 'again'",
    )
    await compare('one of two links ended')
    expect(await unopened()).toContain(four.id)
    await app.database.execute("update patients set email = 'other@mail.test' where id = $1", [
      four.patientId,
    ])
    await compare('contact changed')
    const five = await sent()
    await doctor.post(`/release/suspend/${five.reportId}`, {})
    await compare('suspended')
    await withdrawReport(doctor, five.reportId, { reason: 'wrong-file' })
    await compare('withdrawn')
    const six = await sent()
    await app.database.execute("update deliveries set state = 'failed' where id = $1", [six.id])
    await compare('failed')
    await app.database.execute('delete from deliveries where id = $1', [six.id])
    await compare('deleted')
  })

  it('match all reports after each change that the triggers note [SPEED-37]', async () => {
    const agreed = await unsent({ email: true, whatsapp: false })
    const silent = await unsent({ email: false, whatsapp: false })
    const reached = await unsent({ email: true, whatsapp: false }, {})
    await compare('published')
    expect(await unreached()).toEqual([agreed.reportId])
    const setEmail = (patientId: number, email: string | null) =>
      app.database.execute('update patients set email = $2 where id = $1', [patientId, email])
    await setEmail(reached.patientId, null)
    await compare('email removed')
    expect(await unreached()).toEqual([agreed.reportId, reached.reportId])
    await setEmail(agreed.patientId, 'agreed@mail.test')
    await compare('email added')
    await giveConsent(doctor, silent.patientId, { email: true, whatsapp: false })
    await compare('consent to emails')
    await giveConsent(doctor, silent.patientId, { email: true, whatsapp: true })
    await compare('consent to WhatsApp')
    await giveConsent(doctor, silent.patientId, { email: true, whatsapp: false })
    await compare('consent withdrawn')

    const slip = (await handOver(silent.reportId, 'slip')).body.data.delivery.id
    expect(await idsOf(sql('select report_id as id from unreached_reports'))).not.toContain(silent.reportId)
    await compare('handed over')
    await doctor.post(`/delivery/revoke/${slip}`)
    await compare('revoked')
    await app.database.execute("update deliveries set state = 'canceled', due_at = null where id = $1", [
      slip,
    ])
    await compare('canceled')
    expect(await unreached()).toContain(silent.reportId)

    const other = (await handOver(silent.reportId, 'slip')).body.data.delivery.id
    await compare('handed over again')
    await app.database.execute('delete from deliveries where id = $1', [other])
    await compare('deleted')
    expect(await unreached()).toContain(silent.reportId)

    const delegate = await insertDelegate(app.database, silent.patientId, { by: 1 })
    await compare('delegate')
    expect(await unreached()).not.toContain(silent.reportId)
    await app.database.execute(
      'update patient_delegates set valid_from = current_date - 9, valid_until = current_date - 1 where id = $1',
      [delegate.id],
    )
    await compare('access of the delegate expired')
    expect(await unreached()).toContain(silent.reportId)

    const merged = await admin.post('/patient/merge', {
      ...{ survivorId: agreed.patientId, mergedId: silent.patientId, reason: 'Registered twice' },
    })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    await compare('merged')
    expect(await unreached()).not.toContain(silent.reportId)
    const [{ id: mergeId }] = (await admin.get(`/patient/getMerges/${agreed.patientId}`)).body.data
    await admin.post(`/patient/undoMerge/${mergeId}`)
    await compare('merge undone')
    expect(await unreached()).toContain(silent.reportId)
    await withdrawReport(doctor, silent.reportId, { reason: 'wrong-file' })
    await compare('withdrawn')
    expect(await unreached()).not.toContain(silent.reportId)
    await app.services.attention.settle()
    const left = await idsOf(sql('select report_id as id from unreached_reports where lab_id = $1', [lab.id]))
    expect(left).toEqual(await unreached())
  })

  it('match those of an earlier version after its migration [SPEED-37]', async () => {
    await sent()
    await unsent({ email: true, whatsapp: false })
    await unsent({ email: false, whatsapp: false })
    await compare('new records')
    await app.database.execute('delete from unopened_deliveries')
    await app.database.execute('delete from unreached_reports')
    expect(await idsOf(shown('getAll?view=not-opened&'))).toEqual([])
    const file = new URL('../../../../migrations/0056-attention-by-index.sql', import.meta.url)
    const backfill = (await readFile(file, 'utf8'))
      .split(/;\n/)
      .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
      .filter((statement) => /^(insert into|select settle)/.test(statement))
    expect(backfill).toHaveLength(3)
    for (const statement of backfill) await app.database.execute(statement)
    await compare('migrated')
    expect([(await unopened()).length, (await unreached()).length]).not.toContain(0)
  })
})
