import { beforeAll, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { askAsClient, storeClient } from '../../../testing/integrations.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

interface Event {
  id: string
  type: string
  timestamp: string
  data: { report: number; version: number; resource: string }
}

const app = await useTestApp({ publicUrl: 'https://public.test' })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const type = await addReportType(doctor)
const sensitiveType = sure(await doctor.post('/report/addReportType', { title: 'HIV', isSensitive: true })).id
const place = { labId: lab.id, createdBy: admin.user.id }

const feedOf = async (key: string, query = '') => {
  const { status, body } = await askAsClient(app, key, `/events${query}`)
  expect(status).toBe(200)
  return body as { events: Event[]; next: string }
}
const published = async (reportType = type, changes = {}) =>
  (await publishReport(doctor, await registerPatient(doctor), reportType, changes)).id
const withdraw = async (id: number) => {
  const answer = await withdrawReport(doctor, id, { reason: 'published-twice' })
  expect(answer.status).toBe(200)
}
const amend = async (id: number, reportTypeId: number) => {
  const { patient } = sure(await doctor.get(`/report/getById/${id}`))
  const fields = { title: 'Corrected', patientId: patient.id, reportTypeId, reason: 'wrong-result' }
  const answer = await doctor.put(`/report/update/${id}`, { ...fields, fileUrl: await uploadFile(doctor) })
  expect(answer.status).toBe(200)
}
const seen = ({ events }: { events: Event[] }) =>
  events.map((event) => [event.data.report, event.type.slice('report.'.length)])

describe('the feed of changes', () => {
  let key = ''
  beforeAll(async () => {
    key = (await storeClient(app, place)).key
  })

  it('begins with the oldest change, goes on with `next`, and repeats an empty page [API-OUT-28]', async () => {
    const empty = await feedOf(key)
    expect(empty.events).toEqual([])
    const [first, second] = [await published(), await published()]
    await withdraw(first)
    const page = await feedOf(key, `?after=${empty.next}&limit=2`)
    expect(seen(page)).toEqual([
      [first, 'published'],
      [second, 'published'],
    ])
    const last = await feedOf(key, `?after=${page.next}`)
    expect(seen(last)).toEqual([[first, 'withdrawn']])
    expect(await feedOf(key, `?after=${last.next}`)).toEqual({ events: [], next: last.next })
    expect(seen(await feedOf(key))).toHaveLength(3)
    const [stored] = await app.database.query<{ id: string; at: string }>(
      'select id, at from report_changes where report_id = $1 order by sequence limit 1',
      [first],
    )
    expect(page.events[0]).toEqual({
      ...{ id: stored?.id, type: 'report.published', timestamp: stored?.at },
      data: {
        ...{ report: first, version: 1 },
        resource: `https://public.test/fhir/R4/DiagnosticReport/report-${first}`,
      },
    })
  })

  it('refuses the position of another lab, which is encrypted and has one length [API-OUT-139]', async () => {
    const { next } = await feedOf(key)
    const other = await storeClient(app, { ...place, labId: (await app.createLab()).id })
    expect((await askAsClient(app, other.key, `/events?after=${next}`)).status).toBe(400)
    expect((await askAsClient(app, key, `/events?after=${next.slice(0, -4)}AAAA`)).status).toBe(400)
    expect(Buffer.from(next, 'base64url').toString('latin1')).not.toMatch(/feed|\d{3}/)
    expect(new Set([next.length, (await feedOf(other.key)).next.length]).size).toBe(1)
  })

  it.each(['0', '101', '-1', '1.5', 'x', ''])(
    'refuses the limit "%s" with 400 [API-OUT-140]',
    async (limit) => {
      expect((await askAsClient(app, key, `/events?limit=${limit}`)).status).toBe(400)
    },
  )

  it.each(['x', '-1', 'MQ==', 'MQ', 'MDE', 'OTk5OTk5OTk5OTk5OTk5OTk5OQ', '%00'])(
    'refuses the forged cursor %s with 400 [API-OUT-28]',
    async (cursor) => {
      expect((await askAsClient(app, key, `/events?after=${cursor}`)).status).toBe(400)
    },
  )

  it('tells a client without sensitive reports of none, and of one that became sensitive as removed [API-OUT-28]', async () => {
    const { next } = await feedOf(key)
    await published(sensitiveType)
    const id = await published()
    await amend(id, sensitiveType)
    await amend(id, type)
    expect(seen(await feedOf(key, `?after=${next}`))).toEqual([
      [id, 'published'],
      [id, 'removed'],
      [id, 'published'],
    ])
    const whole = await storeClient(app, { ...place, includesSensitive: true })
    expect(seen(await feedOf(whole.key, `?after=${next}`)).slice(1)).toEqual([
      [id, 'published'],
      [id, 'amended'],
      [id, 'amended'],
    ])
  })

  it('tells the client of a referrer of its reports alone [API-OUT-28]', async () => {
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
    const referrerId = sure(
      await doctor.post(`/lab/addReferrer/${lab.id}`, { kind: 'clinic', name: 'Clinic' }),
    ).id
    const own = await storeClient(app, { ...place, referrerId })
    const { next } = await feedOf(own.key)
    const patientId = await registerPatient(doctor)
    const visit = sure(await doctor.post(`/visit/create/${patientId}`, { referrerId })).id
    const { id } = await publishReport(doctor, patientId, type, { visitId: visit })
    await published()
    await app.database.query('update visits set is_referrer_certain = false where id = $1', [visit])
    await app.database.query('update visits set is_referrer_certain = true where id = $1', [visit])
    expect(seen(await feedOf(own.key, `?after=${next}`))).toEqual([
      [id, 'published'],
      [id, 'removed'],
      [id, 'published'],
    ])
  })

  it('records each read, and shows no other lab [API-OUT-28]', async () => {
    const other = await storeClient(app, { labId: (await app.createLab()).id, createdBy: admin.user.id })
    expect((await feedOf(other.key)).events).toEqual([])
    await app.services.activity.flush()
    const entries = sure(await admin.get('/activity/getAll?action=integration.read'))
    expect(entries[0]).toMatchObject({ actor: { fullName: 'Clinic', role: 'Client' } })
  })

  it('skips nothing while transactions commit in another order [API-OUT-29]', async () => {
    const [first, second] = [await published(), await published()]
    const { next } = await feedOf(key)
    const note = 'select note_report_change($1, $2, null, null, true)'
    let commit = () => {}
    const wanted = new Promise<void>((resolve) => {
      commit = resolve
    })
    let begun = () => {}
    const isNoted = new Promise<void>((resolve) => {
      begun = resolve
    })
    const slow = app.database.transaction(async (tx) => {
      await tx.execute(note, [first, 'changed'])
      begun()
      await wanted
    })
    await isNoted
    const quick = app.database.transaction((tx) => tx.execute(note, [second, 'changed']))
    // It would commit first, with a higher number.
    const early = await feedOf(key, `?after=${next}`)
    expect(early.events).toEqual([])
    commit()
    await Promise.all([slow, quick])
    expect(seen(await feedOf(key, `?after=${early.next}`))).toEqual([
      [first, 'changed'],
      [second, 'changed'],
    ])
  })

  it('shows every change of concurrent writers once [API-OUT-29]', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => published()))
    let { next } = await feedOf(key, '?limit=100')
    const got: string[] = []
    let isWriting = true
    const read = async () => {
      const page = await feedOf(key, `?after=${next}&limit=7`)
      got.push(...page.events.map((event) => event.id))
      next = page.next
      return page.events.length
    }
    const reader = (async () => {
      while (isWriting) await read()
      while ((await read()) > 0);
    })()
    const note = "select note_report_change($1, 'changed', null, null, true), pg_sleep(random() * 0.002)"
    await Promise.all(
      ids.map(async (id) => {
        for (let round = 0; round < 25; round += 1)
          await app.database.transaction((tx) => tx.execute(note, [id]))
      }),
    )
    isWriting = false
    await reader
    const all = await app.database.query<{ id: string }>(
      'select id from report_changes where report_id = any($1) order by sequence offset $2',
      [ids, ids.length],
    )
    expect(got).toEqual(all.map(({ id }) => id))
  })
})
