import type { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import type { Comparison } from './findings.ts'
import type { Team } from './lane.ts'
import { visitState } from './oracle.ts'
import { send } from './requests.ts'
import { ofReport, type Named } from './trails.ts'
import { newest, type Lab, type World } from './world.ts'

const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other)

/** All pages of a list. */
const readAll = async <Row>(client: ApiClient, path: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await send(
      client,
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=100&page=${page}`,
    )
    if (status !== 200) throw new Error(`${path}: ${status}`)
    rows.push(...(body.data as Row[]))
    if (page >= (body.pagination.totalPages as number)) return rows
  }
}

/** Open lists count up to this number. */
const COUNT_LIMIT = 200
const counted = (list: readonly unknown[]): number => Math.min(list.length, COUNT_LIMIT)

const recordsOf = (world: World, lab: Lab) => {
  const shares = world.shares.filter((share) => share.lab === lab)
  return {
    shares,
    unreleased: shares.flatMap((share) => share.unreleased),
    reports: shares.flatMap((share) => share.reports),
    patients: shares.flatMap((share) => share.patients),
  }
}

/** The work lists of a lab and their counts say the same, and what the records say. */
const compareWork = async ({ compare }: Comparison, team: Team, lab: Lab, world: World) => {
  const { shares, unreleased, reports } = recordsOf(world, lab)
  const records: Named[] = [['lab', lab.id]]
  const awaiting = await readAll<{ id: number }>(team.doctor, '/release/getAll?list=awaiting')
  const expected = unreleased.filter(({ state }) => state === 'awaiting').map(({ id }) => id)
  compare('release list', records, 'awaiting', sorted(expected), sorted(awaiting.map(({ id }) => id)))
  const { body } = await send(team.doctor, 'GET', '/release/getCounts')
  compare('release counts', records, 'awaiting', counted(awaiting), body.data.awaiting)

  const late = await readAll<{ id: number }>(team.receptionist, '/visit/getAwaited?list=late')
  const isLate = shares.flatMap((share) =>
    share.visits.filter((visit) => visitState(share, visit, world.day) === 'late').map(({ id }) => id),
  )
  compare('counter', records, 'late visits', sorted(isLate), sorted(late.map(({ id }) => id)))
  const counts = await send(team.receptionist, 'GET', '/visit/getCounts')
  compare('counter', records, 'count of late visits', counted(late), counts.body.data.late)
  const uncollected = await readAll<{ id: number }>(team.receptionist, '/visit/getAwaited?list=uncollected')
  const isReady = shares.flatMap((share) =>
    share.visits.filter((visit) => visitState(share, visit, world.day) === 'ready').map(({ id }) => id),
  )
  const notReady = uncollected.map(({ id }) => id).filter((id) => !isReady.includes(id))
  compare('counter', records, 'uncollected visits that are not ready', [], notReady)
  compare(
    'counter',
    records,
    'count of uncollected visits',
    counted(uncollected),
    counts.body.data.uncollected,
  )

  if (!lab.usesCritical) return
  const open = await readAll<{ report: { id: number }; awaitsRelease: boolean }>(
    team.doctor,
    '/critical/getAll?list=open',
  )
  const isOpen = reports.filter(({ critical, isWithdrawn }) => critical === 'open' && !isWithdrawn)
  compare(
    'critical list',
    records,
    'open',
    sorted(isOpen.map(({ id }) => id)),
    sorted(open.filter(({ awaitsRelease }) => !awaitsRelease).map(({ report }) => report.id)),
  )
  const criticalCounts = await send(team.doctor, 'GET', '/critical/getCounts')
  compare('critical counts', records, 'open', open.length, criticalCounts.body.data.open)
}

/** The list of the inbox, its groups and its counts are the same. */
const compareInbox = async ({ compare }: Comparison, team: Team, lab: Lab) => {
  const records: Named[] = [['lab', lab.id]]
  const rows = await readAll<{ group: string; match: string; isCritical: boolean }>(
    team.technician,
    '/inbox/getAll',
  )
  const { body } = await send(team.technician, 'GET', '/inbox/getCounts')
  const groups: Record<string, number> = { critical: 0, ready: 0, check: 0, 'no-patient': 0 }
  for (const { group } of rows) groups[group] = (groups[group] ?? 0) + 1
  compare('inbox counts', records, 'groups', groups, { ...groups, ...body.data.groups })
  compare(
    'inbox counts',
    records,
    'critical',
    rows.filter(({ isCritical }) => isCritical).length,
    body.data.critical,
  )
}

/** The export has every report, of the right patient. */
const compareExport = async ({ compare }: Comparison, team: Team, lab: Lab, world: World) => {
  const { reports, patients } = recordsOf(world, lab)
  const answer = await team.doctor.raw('GET', '/api/v1/report/export')
  const lines = (await answer.text()).split('\n')
  for (const report of reports) {
    const { title } = newest(report)
    // A report that was given to the right patient has the title of the wrong one.
    const same = reports.filter((one) => newest(one).title === title && !one.isWithdrawn)
    const names = same.map(({ patient }) => patient.fullName).toSorted()
    const shown = lines.filter((line) => line.includes(title))
    const found = names.filter((name) => shown.some((line) => line.includes(name)))
    compare('CSV', ofReport(report), 'rows', [names.length, names], [shown.length, found])
  }
  const { body } = await send(team.admin, 'GET', `/lab/getOverview/${lab.id}`)
  compare(
    'overview of a lab',
    [['lab', lab.id]],
    'patients and reports',
    [
      patients.filter(({ mergedInto }) => !mergedInto).length,
      reports.filter(({ isWithdrawn }) => !isWithdrawn).length,
    ],
    [body.data.patients, body.data.reports],
  )
  compare('overview of a lab', [['lab', lab.id]], 'name', lab.name, body.data.lab.name)
}

export const compareLists = async (
  comparison: Comparison,
  team: Team,
  { lab, world, isComplete }: { lab: Lab; world: World; isComplete: boolean },
): Promise<void> => {
  await compareWork(comparison, team, lab, world)
  await compareInbox(comparison, team, lab)
  if (isComplete) await compareExport(comparison, team, lab, world)
}
