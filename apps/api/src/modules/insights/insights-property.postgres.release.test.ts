import { todayIn, type Insights } from '@zelab/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const ZONES = ['Asia/Dubai', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'] as const
const FIRST = Date.UTC(2025, 2, 1)
const LAST = Date.UTC(2025, 3, 20)
const PERSONS = 3
const TYPES = 3

type TestAdmin = Awaited<ReturnType<TestApp['signedIn']>>

interface Publication {
  id: number
  lab: number
  person: number
  type: number
  at: number
  isWithdrawn: boolean
  openedAt: number | undefined
}
interface Registration {
  id: number
  lab: number
  person: number
  at: number
  isMerged: boolean
}

let app: TestApp
let admin: TestAdmin
let labs: number[]
let persons: number[]
let types: number[]
let reader: number
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn('Admin')
  labs = [(await app.createLab()).id, (await app.createLab()).id]
  persons = []
  for (let index = 0; index < PERSONS; index++)
    persons.push((await app.createUser('Technician', { id: labs[index % 2] as number, name: '' })).id)
  reader = (await app.createUser('Doctor', { id: labs[0] as number, name: '' })).id
  const rows = await app.database.query<{ id: number }>(
    `insert into report_types (title) select 'Type ' || n from generate_series(1, ${TYPES}) n returning id`,
  )
  types = rows.map(({ id }) => id)
})
afterAll(() => app.stop())

const moment = fc.integer({ min: FIRST, max: LAST })
const index = fc.nat(1_000)
const actions = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('publish' as const), at: moment, which: index, type: index }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('register' as const), at: moment, which: index }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('read' as const),
        after: fc.nat(4_000_000),
        which: index,
        isPublisher: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which: index }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('amend' as const), which: index, type: index }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('merge' as const), which: index }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('zone' as const), zone: fc.constantFrom(...ZONES) }),
    },
  ),
  { minLength: 10, maxLength: 60 },
)
type Action = typeof actions extends fc.Arbitrary<(infer One)[]> ? One : never

const iso = (at: number) => new Date(at).toISOString()
const oneOf = <Item>(items: readonly Item[], which: number) => items[which % items.length] as Item

const createWorld = () => {
  const publications: Publication[] = []
  const registrations: Registration[] = []
  const state = { zone: 'Asia/Dubai' as string }
  let serial = 0

  const register = async (at: number, which: number) => {
    const [lab, person] = [oneOf(labs, which), oneOf(persons, which)]
    const { id } = await app.database.one<{ id: number }>(
      `insert into patients (lab_id, full_name, phone, date_of_birth, registered_by, created_at)
       values ($1, 'Some Body', '+971500000000', '1990-01-01', $2, $3) returning id`,
      [lab, person, iso(at)],
    )
    registrations.push({ id, lab, person, at, isMerged: false })
    return id
  }

  const publish = async (at: number, which: number, typeIndex: number) => {
    const patient = registrations.find(({ isMerged }) => !isMerged)?.id ?? (await register(at, which))
    const [lab, person, type] = [oneOf(labs, which), oneOf(persons, which), oneOf(types, typeIndex)]
    const file = await app.database.one<{ id: number }>(
      `insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
       values ($1, 'a.pdf', 'application/pdf', 1, '\\x00', $2) returning id`,
      [`${iso(Date.now())}-${Math.random()}-${serial++}`, person],
    )
    const { id } = await app.database.one<{ id: number }>(
      `insert into reports (lab_id, patient_id, report_type_id, title, file_id, uploaded_by, created_at)
       values ($1, $2, $3, 'Report', $4, $5, $6) returning id`,
      [lab, patient, type, file.id, person, iso(at)],
    )
    publications.push({ id, lab, person, type, at, isWithdrawn: false, openedAt: undefined })
  }

  const read = async (report: Publication, after: number, isPublisher: boolean) => {
    const at = report.at + after * 1000
    await app.database.query(
      `insert into activity_log (at, actor_id, actor_name, actor_role, action, object_type, object_id, summary)
       values ($1, $2, 'X', 'Doctor', 'report.view', 'report', $3, 'Looked')`,
      [iso(at), isPublisher ? report.person : reader, report.id],
    )
    // The log is chronological, so a later record is never the first.
    if (!isPublisher && !report.isWithdrawn) report.openedAt ??= at
  }

  const act = async (action: Action): Promise<void> => {
    const shown = publications.filter(({ isWithdrawn }) => !isWithdrawn)
    if (action.do === 'publish') return publish(action.at, action.which, action.type)
    if (action.do === 'register') return void (await register(action.at, action.which))
    if (action.do === 'settle') return app.services.dailyTotals.settle()
    if (action.do === 'zone') {
      state.zone = action.zone
      await app.database.query('update settings set time_zone = $1', [action.zone])
      return app.services.settings.forget()
    }
    if (action.do === 'merge') {
      const others = registrations.filter(({ isMerged }) => !isMerged)
      if (others.length < 2) return
      const gone = oneOf(others.slice(1), action.which)
      gone.isMerged = true
      await app.database.query('update patients set merged_into = $1 where id = $2', [others[0]?.id, gone.id])
      return
    }
    if (shown.length === 0) return
    const report = oneOf(shown, action.which)
    if (action.do === 'read') return read(report, action.after, action.isPublisher)
    if (action.do === 'withdraw') {
      report.isWithdrawn = true
      await app.database.query(
        "update reports set withdrawn_at = now(), withdrawn_by = uploaded_by, withdrawal_reason = 'other' where id = $1",
        [report.id],
      )
      return
    }
    report.type = oneOf(types, action.type)
    await app.database.query(
      `update reports set version = version + 1, report_type_id = $1, amended_at = now(), amended_by = uploaded_by,
              amendment_reason = 'other' where id = $2`,
      [report.type, report.id],
    )
  }
  return { publications, registrations, state, act }
}

const countBy = <Item>(items: Item[], keyOf: (item: Item) => string | number) => {
  const counts: Record<string, number> = {}
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
}
const pick = (members: { [key: string]: unknown }[], key: string, kind: 'reports' | 'patients') =>
  Object.fromEntries(
    members.filter((member) => member[kind] !== 0).map((member) => [String(member[key]), member[kind]]),
  )

const LIMITS = [900, 3_600, 14_400, 86_400, 259_200, 604_800, 2_592_000]
const bandOf = ({ at, openedAt }: Publication) =>
  LIMITS.filter((limit) => ((openedAt as number) - at) / 1000 >= limit).length

const expectBruteForce = (
  found: Insights,
  world: ReturnType<typeof createWorld>,
  isInLab: (lab: number) => boolean,
) => {
  const dayOf = ({ at }: { at: number }) => todayIn(world.state.zone, new Date(at))
  const isThere = (one: { at: number; lab: number }) =>
    isInLab(one.lab) && dayOf(one) >= found.from && dayOf(one) <= found.to
  const reports = world.publications.filter((one) => !one.isWithdrawn && isThere(one))
  const patients = world.registrations.filter((one) => !one.isMerged && isThere(one))
  expect(pick(found.days, 'day', 'reports')).toEqual(countBy(reports, dayOf))
  expect(pick(found.days, 'day', 'patients')).toEqual(countBy(patients, dayOf))
  expect(pick(found.types.members, 'id', 'reports')).toEqual(countBy(reports, ({ type }) => type))
  expect(pick(found.persons.members, 'id', 'reports')).toEqual(countBy(reports, ({ person }) => person))
  expect(pick(found.persons.members, 'id', 'patients')).toEqual(countBy(patients, ({ person }) => person))
  if (found.lab === null) {
    expect(pick(found.labs.members, 'id', 'reports')).toEqual(countBy(reports, ({ lab }) => lab))
    expect(pick(found.labs.members, 'id', 'patients')).toEqual(countBy(patients, ({ lab }) => lab))
  }
  const opened = reports.filter(({ openedAt }) => openedAt !== undefined)
  expect(found.waits).toEqual(
    [...LIMITS, 0].map((_, band) => opened.filter((report) => bandOf(report) === band).length),
  )
  return reports.filter(({ openedAt }) => openedAt === undefined).map(({ id }) => id)
}

describe('figures', () => {
  it('equal counting every record one by one, after any sequence of actions [INSIGHT-04, INSIGHT-06]', async () => {
    await fc.assert(
      fc.asyncProperty(
        actions,
        fc.integer({ min: -35, max: 40 }),
        fc.nat(90),
        index,
        async (all, start, length, which) => {
          const world = createWorld()
          for (const action of all) await world.act(action)
          const from = iso(FIRST + start * 86_400_000).slice(0, 10)
          const to = iso(FIRST + (start + length) * 86_400_000).slice(0, 10)
          const lab = oneOf([undefined, ...labs], which)
          const query = `fromDate=${from}&toDate=${to}${lab ? `&labId=${lab}` : ''}`
          const { body } = await admin.get(`/insights/figures?${query}`)
          const waiting = expectBruteForce(body.data as Insights, world, (id) => !lab || id === lab)
          const list = await admin.get(`/insights/unopened?limit=100&${query}`)
          expect(new Set(list.body.data.map(({ id }: { id: number }) => id))).toEqual(new Set(waiting))
          await app.database.query('update settings set time_zone = null')
          app.services.settings.forget()
          for (const { id } of world.publications)
            await app.database.query(
              `update reports set withdrawn_at = now(), withdrawn_by = uploaded_by, withdrawal_reason = 'other'
              where id = $1 and withdrawn_at is null`,
              [id],
            )
          for (const { id } of world.registrations)
            await app.database.query('update patients set merged_into = id where id = $1', [id])
        },
      ),
      { numRuns: Number(process.env.INSIGHT_RUNS ?? 40) },
    )
  })
})
