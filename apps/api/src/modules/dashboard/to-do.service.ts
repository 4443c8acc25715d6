import {
  TO_DO_COUNT_LIMIT,
  TO_DO_KINDS,
  TO_DO_SHOWN,
  countToDo,
  withoutSeen,
  type AwaitedVisit,
  type ListedCritical,
  type Report,
  type StaffRole,
  type ToDo,
  type ToDoItem,
  type ToDoKind,
  type UnreleasedReport,
} from '@zelab/contract'
import type { Caller } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { CriticalListService } from '../critical/critical-lists.service.ts'
import type { InboxItemService } from '../inbox/items/inbox-items.service.ts'
import type { ReportGroupService } from '../reports/list/report-groups.service.ts'
import type { ReleaseWorklist } from '../reports/release/worklist.service.ts'
import type { AwaitedVisitService } from '../visits/awaited-visits.service.ts'
import { findLabProblems } from './dashboard.repository.ts'

const HOUR_MS = 3_600_000
/** In hours. Limits how far new reports reach back. */
const NEW_HOURS = { least: 24, most: 7 * 24 }

interface Part {
  kind: ToDoKind
  count: number
  items: Omit<ToDoItem, 'kind'>[]
}

const LIMITS = { limit: TO_DO_SHOWN, countLimit: TO_DO_COUNT_LIMIT }
const NO_FACTS = { isLate: false, isCritical: false, isNew: false, visit: null, problem: null }

const ofCritical =
  (now: Date) =>
  ({ report, patient, dueAt, awaitsRelease }: ListedCritical) => ({
    ...NO_FACTS,
    record: { type: awaitsRelease ? ('unreleased' as const) : ('report' as const), id: report.id },
    title: report.title,
    patient,
    at: dueAt,
    isLate: new Date(dueAt) <= now,
    isCritical: true,
  })

const ofUnreleased = ({ id, title, patient, awaitingSince, isLate, isCritical }: UnreleasedReport) => ({
  ...NO_FACTS,
  record: { type: 'unreleased' as const, id },
  title,
  patient: { id: patient.id, fullName: patient.fullName },
  at: awaitingSince,
  isLate,
  isCritical,
})

const ofVisit = ({ patient, createdAt, ...visit }: AwaitedVisit) => {
  const { id, updatedAt, state, expected, promisedAt, targetAt, payment } = visit
  return {
    ...NO_FACTS,
    record: { type: 'patient' as const, id: patient.id },
    title: expected
      .filter(({ isFulfilled }) => !isFulfilled)
      .map(({ title }) => title)
      .join(', '),
    patient: { id: patient.id, fullName: patient.fullName },
    at: promisedAt ?? targetAt ?? createdAt,
    isLate: state === 'late',
    visit: { id, updatedAt, state, expected, promisedAt, targetAt, payment },
  }
}

const ofReport = ({ id, title, patient, createdAt }: Report) => ({
  ...NO_FACTS,
  record: { type: 'report' as const, id },
  title,
  patient: { id: patient.id, fullName: patient.fullName },
  at: createdAt,
})

interface Sources {
  activity: Pick<ActivityService, 'lastVisitBefore'>
  awaitedVisits: Pick<AwaitedVisitService, 'listAwaited' | 'findUnpaid'>
  criticalLists: Pick<CriticalListService, 'list'>
  inboxItems: Pick<InboxItemService, 'first'>
  releaseWorklist: Pick<ReleaseWorklist, 'first'>
  reportGroups: Pick<ReportGroupService, 'toReview'>
}

/** Work of the caller, from the lists of the modules, which decide who sees a record. */
export const createToDoService = ({
  database,
  clock,
  activity,
  awaitedVisits,
  criticalLists,
  inboxItems,
  releaseWorklist,
  reportGroups,
}: Pick<Context, 'database' | 'clock'> & Sources) => {
  const readCritical = async (caller: Caller): Promise<Part[]> => {
    const { data, pagination } = await criticalLists.list(caller, {
      list: 'open',
      page: 1,
      limit: TO_DO_SHOWN,
    })
    return [{ kind: 'critical', count: pagination.totalItems, items: data.map(ofCritical(clock.now())) }]
  }

  const readReleases = async (caller: Caller): Promise<Part[]> => {
    const { others, sentBack, review } = await releaseWorklist.first(caller, TO_DO_SHOWN)
    return [
      { kind: 'release', count: others.count, items: others.rows.map(ofUnreleased) },
      { kind: 'returned', count: sentBack.count, items: sentBack.rows.map(ofUnreleased) },
      { kind: 'confirm', count: review.count, items: review.rows.map(ofUnreleased) },
    ]
  }

  const readVisits =
    (list: 'late' | 'due') =>
    async (caller: Caller): Promise<Part[]> => {
      const { data, pagination } = await awaitedVisits.listAwaited(caller, {
        list,
        page: 1,
        limit: TO_DO_SHOWN,
      })
      return [{ kind: 'visit', count: pagination.totalItems, items: data.map(ofVisit) }]
    }

  const readPayments = async (caller: Caller): Promise<Part[]> => {
    const { count, rows } = await awaitedVisits.findUnpaid(caller, LIMITS)
    return [
      {
        kind: 'payment',
        count,
        items: rows.map((visit) => ({
          ...ofVisit(visit),
          title: visit.reports.map(({ title }) => title).join(', '),
          at: visit.createdAt,
          isLate: false,
        })),
      },
    ]
  }

  const readInbox = async (caller: Caller): Promise<Part[]> => {
    const { count, rows } = await inboxItems.first(caller, LIMITS)
    const items = rows.map(({ id, fileName, patient, receivedAt, isCritical }) => ({
      ...NO_FACTS,
      record: { type: 'inbox' as const, id },
      title: fileName,
      patient: patient && { id: patient.id, fullName: patient.fullName },
      at: receivedAt,
      isCritical,
    }))
    return [{ kind: 'inbox', count, items }]
  }

  const newSince = async (caller: Caller): Promise<string> => {
    const now = clock.now().getTime()
    const [latest, earliest] = [now - NEW_HOURS.least * HOUR_MS, now - NEW_HOURS.most * HOUR_MS]
    const visit = await activity.lastVisitBefore(caller)
    const at = visit === undefined ? latest : Date.parse(visit)
    return new Date(Math.max(Math.min(at, latest), earliest)).toISOString()
  }

  const readReports = async (caller: Caller): Promise<Part[]> => {
    const { count, reports, newIds } = await reportGroups.toReview(
      caller,
      await newSince(caller),
      TO_DO_COUNT_LIMIT,
    )
    const items = reports.map((report) => ({ ...ofReport(report), isNew: newIds.includes(report.id) }))
    return [{ kind: 'report', count, items }]
  }

  const readLabs = async (): Promise<Part[]> => {
    const problems = await findLabProblems(database, { now: clock.now(), limit: TO_DO_COUNT_LIMIT })
    const labIds = [...new Set(problems.map(({ id }) => id))]
    const shown = new Set(labIds.slice(0, TO_DO_SHOWN))
    // Each lab with all its problems.
    const items = problems
      .filter(({ id }) => shown.has(id))
      .map(({ id, labName, problem, count, receiverName }) => ({
        ...NO_FACTS,
        record: { type: 'lab' as const, id },
        title: labName,
        patient: null,
        at: null,
        problem: { name: problem, count, receiverName },
      }))
    return [{ kind: 'lab', count: labIds.length, items }]
  }

  const PARTS: Record<StaffRole, readonly ((caller: Caller) => Promise<Part[]>)[]> = {
    Doctor: [readCritical, readReleases, readVisits('late'), readReports],
    Technician: [readCritical, readReleases, readInbox],
    Receptionist: [readCritical, readVisits('due'), readPayments],
    Admin: [readLabs],
  }

  const get = async (caller: Caller): Promise<ToDo> => {
    const role = caller.user.userType.name
    const parts =
      role === 'Patient' ? [] : (await Promise.all(PARTS[role].map((read) => read(caller)))).flat()
    // Critical results are always the first.
    const rankOf = ({ kind, isLate }: ToDoItem) =>
      TO_DO_KINDS.indexOf(kind) + (isLate || kind === 'critical' ? 0 : TO_DO_KINDS.length)
    return {
      kinds: parts
        .map(({ kind, count }) => ({ kind, count: Math.min(count, TO_DO_COUNT_LIMIT) }))
        .sort((one, other) => TO_DO_KINDS.indexOf(one.kind) - TO_DO_KINDS.indexOf(other.kind)),
      items: parts
        .flatMap(({ kind, items }) => items.map((item) => ({ kind, ...item })))
        .sort((one, other) => rankOf(one) - rankOf(other)),
    }
  }

  return {
    get,

    /** @param seenUntil reports up to this time are not counted */
    count: async (caller: Caller, seenUntil = ''): Promise<{ count: number }> => ({
      count: countToDo(withoutSeen(await get(caller), seenUntil)),
    }),
  }
}
