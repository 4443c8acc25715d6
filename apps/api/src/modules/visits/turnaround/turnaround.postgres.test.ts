import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { AwaitedVisit, Turnarounds, Visit } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import type { TestApp, TestLab } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { useTurnaround, WEEK } from '../../../testing/turnaround.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

let lab: TestLab
let doctor: Awaited<ReturnType<TestApp['signedIn']>>
let patientId: number

const { app, admin, blood, startLab, set } = await useTurnaround()
const urine = await addReportType(admin)

beforeEach(async () => {
  ;({ lab, doctor } = await startLab())
  patientId = await registerPatient(doctor)
})

const setTarget = async (minutes: number, reportTypeId = blood) =>
  sure(await set({ targets: [{ reportTypeId, minutes }] }))
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const newVisit = async (fields: object): Promise<Visit> =>
  sure(await doctor.post(`/visit/create/${patientId}`, { reportTypeIds: [blood], ...fields }))
const visit = async () => sure(await doctor.get(`/visit/getByPatientId/${patientId}`))[0] as Visit
const listed = async (list: string) =>
  (sure(await doctor.get(`/visit/getAwaited?list=${list}`)) as AwaitedVisit[]).map(({ id }) => id)

describe('a visit without a promise', () => {
  it('becomes late or due by the earliest target of what is missing, from receipt or collection [TAT-05]', async () => {
    sure(
      await set({
        targets: [
          [blood, 60],
          [urine, 120],
        ].map(([reportTypeId, minutes]) => ({ reportTypeId, minutes })),
      }),
    )
    const received = minutesFromNow(-90)
    const { id, state, targetAt } = await newVisit({ reportTypeIds: [blood, urine], receivedAt: received })
    const after = (minutes: number) => new Date(Date.parse(received) + minutes * 60_000).toISOString()
    expect([state, targetAt]).toEqual(['late', after(60)])
    expect([await listed('late'), await listed('soon'), await listed('today')]).toContainEqual([id])
    const states = sure(await doctor.get(`/visit/getStates?patients=${patientId}`))
    expect(states).toMatchObject([
      { patientId, state: 'late', promisedAt: null, targetAt: after(60), dueVisit: null },
    ])
    const report = await publishReport(doctor, patientId, blood, { visitId: id })
    expect(await visit()).toMatchObject({ state: 'awaited', targetAt: after(120) })
    expect([await listed('late'), await listed('soon')]).toEqual([[], [id]])
    sure(await withdrawReport(doctor, report.id, { reason: 'wrong-file' }))
    expect(await visit()).toMatchObject({ state: 'late', targetAt: after(60) })
    // A promise goes first.
    sure(await doctor.put(`/visit/update/${id}`, { promisedAt: minutesFromNow(300) }))
    expect(await visit()).toMatchObject({ state: 'awaited' })
    expect([await listed('late'), await listed('soon')]).toEqual([[], []])
    // Without a receipt, the collection counts, and without both nothing is late.
    const times = { promisedAt: null, receivedAt: null, collectedAt: minutesFromNow(-70) }
    expect(sure(await doctor.put(`/visit/update/${id}`, times))).toMatchObject({ state: 'late' })
    expect(sure(await doctor.put(`/visit/update/${id}`, { collectedAt: null }))).toMatchObject({
      ...{ state: 'awaited', targetAt: null },
    })
  })

  it('never becomes late by a type without a target, or in a lab without targets [TAT-05]', async () => {
    await newVisit({ receivedAt: '2020-01-01T08:00:00Z' })
    expect(await visit()).toMatchObject({ state: 'awaited', targetAt: null })
    await setTarget(1, urine)
    await app.services.turnaround.setOpenTargets({ labId: lab.id })
    expect(await visit()).toMatchObject({ state: 'awaited', targetAt: null })
  })

  it('follows changes of targets, calendar and time zone [TAT-06]', async () => {
    await newVisit({ receivedAt: '2026-01-09T07:30:00Z' })
    const follow = async () => {
      const jobs = await app.database.query<{ payload: object }>(
        `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'set-visit-targets' order by j.id desc limit 1`,
      )
      await app.services.turnaround.setOpenTargets(jobs[0]?.payload ?? { labId: 0 })
      return (await visit()).targetAt
    }
    await setTarget(60)
    expect(await follow()).toBe('2026-01-09T08:30:00.000Z')
    // Friday in Dubai: half an hour until noon.
    sure(await set({ week: WEEK }))
    expect(await follow()).toBe('2026-01-12T04:30:00.000Z')
    sure(await set({ holidays: [{ date: '2026-01-12', name: 'Holiday', hours: null }] }))
    expect(await follow()).toBe('2026-01-13T04:30:00.000Z')
    const general = { uploadLimitMb: 10 }
    sure(await admin.put('/settings/general', { ...general, timeZone: 'Europe/Berlin' }))
    expect(await follow()).toBe('2026-01-09T08:30:00.000Z')
    sure(await admin.put('/settings/general', { ...general, timeZone: 'Asia/Dubai' }))
    expect(await follow()).toBe('2026-01-13T04:30:00.000Z')
    sure(await set({ targets: [] }))
    expect(await follow()).toBeNull()
  })

  it('gets its target in small parts of computing, between which others are answered [TAT-11]', async () => {
    const openAMinute = [{ from: '08:00', to: '08:01' }, ...Array.from({ length: 6 }, () => null)]
    sure(await set({ week: openAMinute, targets: [{ reportTypeId: blood, minutes: 500 }] }))
    await app.database.execute(
      `with added as (
         insert into visits (lab_id, patient_id, received_at, is_awaited)
         select $1, $2, now(), true from generate_series(1, 900) returning id
       )
       insert into visit_report_types (visit_id, report_type_id) select id, $3 from added`,
      [lab.id, patientId, blood],
    )
    const delays = monitorEventLoopDelay({ resolution: 1 })
    const before = performance.eventLoopUtilization()
    delays.enable()
    await app.services.turnaround.setOpenTargets({ labId: lab.id })
    delays.disable()
    const busyMs = performance.eventLoopUtilization(before).active
    expect(delays.max / 1e6).toBeLessThan(busyMs / 5)
    expect(await visit()).toMatchObject({ state: 'awaited', targetAt: expect.any(String) })
  })
})

describe('turn-around on Insights', () => {
  const QUERY = 'fromDate=2026-01-01&toDate=2026-01-31'
  const measured = async (client: ApiClient = doctor, query = QUERY) =>
    sure(await client.get(`/insights/turnaround?${query}`)) as Turnarounds

  it('equals a count of five minutes each in the database [TAT-07]', async () => {
    const holidays = [{ date: '2026-01-15', name: 'Holiday', hours: { from: '10:00', to: '11:00' } }]
    sure(await set({ targets: [{ reportTypeId: blood, minutes: 240 }], week: WEEK, holidays }))
    await app.database.execute(
      `with numbers as (
         select n, '2026-01-01T00:00+04'::timestamptz + make_interval(mins => n * 1265 % 8928 * 5) as at from generate_series(1, 80) n
       ), added as (
         insert into visits (lab_id, patient_id, collected_at, received_at)
         select $1, $2, at, case when n % 3 > 0 then at + interval '20 minutes' end from numbers returning *
       ), files as (
         insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
         select 'tat-' || id || '-' || t || '.pdf', 'a.pdf', 'application/pdf', 1, sha256(id::text::bytea), $5
           from added, generate_series(0, 1) t returning id, name
       )
       insert into reports (lab_id, patient_id, report_type_id, title, file_id, uploaded_by, created_at, visit_id)
       select $1, $2, case when f.name like '%-0.pdf' then $3::bigint else $4::bigint end, 'Report', f.id, $5,
              added.collected_at + make_interval(mins => 30 + (added.id * 853 % 600 * 5)::integer), added.id
         from files f join added on f.name like 'tat-' || added.id || '-%'`,
      [lab.id, patientId, blood, urine, doctor.user.id],
    )
    const expected = await app.database.query(
      `with spans as (
         select r.report_type_id as type, coalesce(v.received_at, v.collected_at) as start_at, r.created_at as end_at
           from visits v join reports r on r.visit_id = v.id where v.lab_id = $1
       ), minutes as (
         select s.*, array(
                  select m from generate_series(s.start_at, s.start_at + interval '8 days', interval '5 minutes') m
                   cross join lateral (select m at time zone 'Asia/Dubai' as wall) w
                   where case when wall::date = '2026-01-15' then wall::time >= '10:00' and wall::time < '11:00'
                              else wall::time >= '08:00' and (extract(isodow from wall) <= 4 and wall::time < '17:00'
                                or extract(isodow from wall) = 5 and wall::time < '12:00') end
                   order by m) as open from spans s
       ), worked as (
         select type, extract(isodow from start_at at time zone 'Asia/Dubai')::integer as day,
                5 * (select count(*)::integer from unnest(open) m where m < end_at) as n,
                type = $2 as targeted, end_at <= open[48] + interval '5 minutes' as "inTime"
           from minutes
       )
       select type, day, count(*)::integer as measured, count(*) filter (where targeted)::integer as "withTarget",
              count(*) filter (where targeted and "inTime")::integer as "onTime",
              percentile_disc(0.5) within group (order by n) as p50, percentile_disc(0.9) within group (order by n) as p90
         from worked group by grouping sets ((type), (day))`,
      [lab.id, blood],
    )
    const found = await measured()
    const rows = [
      ...found.types.map(({ id, title: _, ...type }) => ({ ...type, type: id, day: null })),
      ...found.weekdays.map(({ weekday, ...day }) => ({ ...day, type: null, day: weekday })),
    ]
    expect(rows).toHaveLength(9)
    expect(rows).toEqual(expect.arrayContaining(expected))
    expect(found.types[0]?.onTime).toBeGreaterThan(10)
    expect(found).toMatchObject({ isUsed: true, isPartial: false })
    expect(await measured(admin, `${QUERY}&labId=${lab.id}`)).toEqual(found)
    const outsider = await app.signedIn('Doctor')
    const nothing = { isUsed: false, types: [], weekdays: [], isPartial: false }
    expect(await measured(outsider, `${QUERY}&labId=${lab.id}`)).toEqual(nothing)
    expect((await (await app.signedIn('Receptionist', lab)).get('/insights/turnaround')).status).toBe(403)
    const csv = async (figure: string) =>
      (await (await doctor.raw('GET', `/api/v1/insights/export?figure=${figure}&${QUERY}`)).text()).split(
        '\r\n',
      )
    const [monday] = found.weekdays
    expect((await csv('turnaround-weekdays')).slice(0, 2)).toEqual([
      'Weekday,Measured,With Target,On Time,p50 in Working Minutes,p90 in Working Minutes',
      `Monday,${monday?.measured},${monday?.withTarget},${monday?.onTime},${monday?.p50},${monday?.p90}`,
    ])
    const type = found.types.find(({ id }) => id === urine)
    expect(await csv('turnaround')).toContain(`${type?.title},80,0,,${type?.p50},${type?.p90}`)
  })

  it('measures the first report that is not withdrawn, and nothing of canceled visits [TAT-08]', async () => {
    const { id } = await newVisit({ receivedAt: minutesFromNow(-50) })
    const first = await publishReport(doctor, patientId, blood, { visitId: id })
    await publishReport(doctor, patientId, blood, { visitId: id })
    const ago = (reportId: number, minutes: number) =>
      app.database.execute(
        `update reports set created_at = now() - make_interval(mins => $2) where id = $1`,
        [reportId, minutes],
      )
    await ago(first.id, 30)
    expect((await measured(doctor, '')).types).toMatchObject([{ id: blood, measured: 1, p50: 20 }])
    sure(await withdrawReport(doctor, first.id, { reason: 'wrong-file' }))
    expect((await measured(doctor, '')).types).toMatchObject([{ id: blood, measured: 1, p50: 50 }])
    sure(await doctor.post(`/visit/cancel/${id}`, {}))
    expect(await measured(doctor, '')).toMatchObject({ isUsed: true, types: [], weekdays: [] })
  })

  it('counts a missing report that is overdue as late, and one that is not due yet not at all [TAT-10]', async () => {
    await setTarget(60)
    const received = minutesFromNow(-90)
    const visits = []
    for (let n = 0; n < 4; n += 1) visits.push(await newVisit({ receivedAt: received }))
    await newVisit({ receivedAt: minutesFromNow(-30) })
    await newVisit({ receivedAt: received, reportTypeIds: [urine] })
    const [first, canceled, again] = visits.map(({ id }) => id)
    const publish = async (visitId: number | undefined) => {
      const { id } = await publishReport(doctor, patientId, blood, { visitId })
      await app.database.execute(
        `update reports set created_at = now() - interval '50 minutes' where id = $1`,
        [id],
      )
      return id
    }
    await publish(first)
    sure(await withdrawReport(doctor, await publish(again), { reason: 'wrong-file' }))
    sure(await doctor.post(`/visit/cancel/${canceled}`, {}))
    const figures = { measured: 1, withTarget: 3, onTime: 1, p50: 40, p90: 40 }
    expect(await measured(doctor, '')).toMatchObject({
      types: [{ id: blood, ...figures }],
      weekdays: [figures],
    })
    sure(await set({ targets: [{ reportTypeId: blood, minutes: 86_400 }] }))
    expect((await measured(doctor, '')).types).toMatchObject([{ withTarget: 1, onTime: 1 }])
  })

  it('says nothing of working time where every report is missing [TAT-10]', async () => {
    await setTarget(60)
    await newVisit({ receivedAt: minutesFromNow(-90) })
    const figures = { measured: 0, withTarget: 1, onTime: 0, p50: null, p90: null }
    expect((await measured(doctor, '')).types).toMatchObject([figures])
    const csv = await doctor.raw('GET', '/api/v1/insights/export?figure=turnaround')
    expect(await csv.text()).toContain(',0,1,0,,')
  })
})
