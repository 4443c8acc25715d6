import {
  CALL_OUTCOMES,
  CALL_RECORDED_LATE_MINUTES,
  CRITICAL_COUNT_LIMIT,
  CRITICAL_TIMES_LIMIT,
  type CriticalCounts,
  type CriticalList,
  type CriticalTimes,
  type ListedCritical,
} from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { endOfDay, labCondition, startOfDay } from '../../core/conditions.ts'
import type { TotalledRows } from '../../core/pagination.ts'
import { criticalResults, labs, patients, reports, unreleasedReports } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import {
  pageClause,
  pageName,
  type SqlParameters,
  type PageOfRows,
} from '../../platform/database/sql-parameters.ts'
import { ACCEPTED_STEPS, noticeRow, referrerColumns, toReferrer } from './critical-record.repository.ts'

/** Releasers see all unreleased reports of the lab; authors see their own. */
export interface CriticalReader {
  scope: LabScope
  id: number
  mayRelease: boolean
}

const CALLS_LISTED = 5

const calledRow = z.object({
  person: z.string(),
  role: z.string(),
  phone: z.string().nullable(),
  outcome: z.enum(CALL_OUTCOMES),
})

const listedRow = z.object({
  ...pick(criticalResults, 'id flaggedAt dueAt targetMinutes'),
  escalations: from(ACCEPTED_STEPS, z.int()),
  informedAt: criticalResults.informedAt,
  reportId: from('coalesce(c.report_id, c.unreleased_id)', reports.id),
  reportTitle: from('coalesce(r.title, u.title)', unreleasedReports.title),
  awaitsRelease: from('c.report_id is null', z.boolean()),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  dateOfBirth: from('p.date_of_birth', patients.dateOfBirth),
  gender: from('p.gender', patients.gender),
  labName: from('l.name', labs.name),
  calls: from('(select count(*) from critical_calls k where k.critical_result_id = c.id)', z.int()),
  ...pick(criticalResults, 'version revision'),
  sha256: from("encode(c.sha256, 'hex')", z.string().nullable()),
  ...referrerColumns,
  called: from(
    `(select coalesce(json_agg(json_build_object('person', k.person, 'role', k.person_role, 'phone', k.phone,
                               'outcome', k.outcome) order by k.id), '[]')
        from (select * from critical_calls where critical_result_id = c.id order by id desc limit ${CALLS_LISTED}) k)`,
    z.array(calledRow),
  ),
  told: from(
    `(select coalesce(json_agg(json_build_object('step', n.step, 'person', json_build_object('fullName', b.full_name),
                               'channel', n.channel, 'state', n.state, 'at', n.changed_at,
                               'isRetried', n.state = 'queued' and n.failure is not null) order by n.id), '[]')
        from critical_notices n join users b on b.id = n.user_id
       where n.critical_result_id = c.id
         and n.step = (select max(step) from critical_notices where critical_result_id = c.id))`,
    z.array(noticeRow),
  ),
})

const pagedRow = listedRow.extend({ total: z.int() })

const toListed = ({
  reportId,
  reportTitle,
  patientId,
  patientName,
  dateOfBirth,
  gender,
  labName,
  version,
  revision,
  sha256,
  referrerName,
  referrerKind,
  referrerPhone,
  told,
  ...row
}: RowOf<typeof listedRow>): ListedCritical => ({
  ...row,
  report: { id: reportId, title: reportTitle },
  patient: { id: patientId, fullName: patientName, dateOfBirth, gender },
  lab: { name: labName },
  about: { version, revision, sha256 },
  referrer: toReferrer({ referrerName, referrerKind, referrerPhone }),
  told: told.map((notice) => ({ ...notice, at: new Date(notice.at).toISOString() })),
})

const LISTS: Record<CriticalList, { where: string; order: string }> = {
  open: { where: 'c.closed_at is null', order: 'c.due_at, c.id' },
  // A report that was withdrawn or discarded later is hidden, as everywhere.
  closed: {
    where: `c.closing = 'read-back'
      and not exists (select 1 from reports w where w.id = c.report_id and w.withdrawn_at is not null)
      and (c.report_id is not null
           or not exists (select 1 from unreleased_reports d where d.id = c.unreleased_id and d.state = 'discarded'))`,
    order: 'c.closed_at desc, c.id desc',
  },
}

/** Limited to the lab; unreleased reports are visible to authors and releasers. */
const seenBy = ({ scope, id, mayRelease }: CriticalReader, parameters: SqlParameters): string =>
  `${labCondition(scope, parameters, 'c.lab_id')}${
    mayRelease
      ? ''
      : ` and (c.report_id is not null or exists (
            select 1 from unreleased_reports a
             where a.id = c.unreleased_id and ${parameters.add(id)} = any (a.author_ids)))`
  }`

const variantOf = ({ scope, mayRelease }: CriticalReader) => [
  scope.everyLab ? 'anywhere' : 'lab',
  mayRelease ? 'releaser' : 'author',
]

const countOf = (reader: CriticalReader, list: CriticalList, parameters: SqlParameters) =>
  `(select count(*) from (
      select 1 from critical_results c where ${LISTS[list].where} and ${seenBy(reader, parameters)}
       limit ${CRITICAL_COUNT_LIMIT}) c)`

export const countCritical = (reader: CriticalReader, db: Queryable, list: CriticalList): Promise<number> =>
  db.countRows((parameters) => `select ${countOf(reader, list, parameters)} as count`, {
    name: ['count-critical', list, ...variantOf(reader)].join('-'),
  })

export const findCritical = async (
  reader: CriticalReader,
  db: Queryable,
  list: CriticalList,
  page: PageOfRows,
): Promise<TotalledRows<ListedCritical>> => {
  const { where, order } = LISTS[list]
  const rows = await db.query(
    pagedRow,
    (parameters) => `select ${columnsOf(pagedRow, 'c', { total: countOf(reader, list, parameters) })}
       from (select c.* from critical_results c where ${where} and ${seenBy(reader, parameters)}
              order by ${order} ${pageClause(page, parameters)}) c
       left join reports r on r.id = c.report_id
       left join unreleased_reports u on u.id = c.unreleased_id and c.report_id is null
       join patients p on p.id = coalesce(r.patient_id, u.patient_id)
       join labs l on l.id = c.lab_id
       left join visits v on v.id = coalesce(r.visit_id, u.visit_id)
       left join referrers f on f.id = v.referrer_id
      order by ${order}`,
    pageName(page, 'find-critical', [list, ...variantOf(reader)]),
  )
  return { rows: rows.map(({ total: _, ...row }) => toListed(row)), total: rows[0]?.total }
}

const countsRow = z.object({
  open: z.int(),
  late: z.int(),
  nextDueAt: criticalResults.dueAt.nullable(),
  restored: z.int(),
})

/** Critical results, and critical items of the inbox. */
const RESTORED = `(select id from critical_results where restored_at is not null and closed_at is null
                   union all select id from inbox_items where escalation_held_at is not null) e`

export const findCriticalCounts = (
  reader: CriticalReader,
  db: Queryable,
  now: Date,
): Promise<CriticalCounts> =>
  db.one(countsRow, (parameters) => {
    const at = parameters.add(now.toISOString())
    return `select count(*) as open, count(*) filter (where due_at <= ${at}) as late,
            min(due_at) filter (where due_at > ${at}) as "nextDueAt",
            ${reader.scope.everyLab ? `(select count(*) from (select 1 from ${RESTORED} limit ${CRITICAL_COUNT_LIMIT}) e)` : '0'} as restored
       from (select due_at from critical_results c
              where c.closed_at is null and ${seenBy(reader, parameters)}
              order by due_at limit ${CRITICAL_COUNT_LIMIT}) o`
  })

const countWhere = (condition: string) => from(`count(*) filter (where ${condition})`, z.int())
const percentile = (share: number) =>
  from(
    `percentile_disc(${share}) within group (order by n.seconds) filter (where n.seconds is not null)`,
    z.int().nullable(),
  )

const timesRow = z.object({
  counted: z.int(),
  withinTarget: countWhere('n.informed_at <= n.due_at'),
  recordedLate: countWhere('n.late'),
  mistaken: countWhere("n.closing = 'mistaken'"),
  withdrawn: countWhere("n.closing = 'withdrawn'"),
  medianSeconds: percentile(0.5),
  p90Seconds: percentile(0.9),
})

/** Results moved to another report are not counted; withdrawn ones and removed flags are counted separately. */
export const findCriticalTimes = (
  scope: LabScope,
  db: Queryable,
  { from: first, to, timeZone, now }: { from: string; to: string; timeZone: string; now: Date },
): Promise<Omit<CriticalTimes, 'isUsed' | 'open'>> =>
  db.one(timesRow, (parameters) => {
    const at = `${parameters.add(now.toISOString())}::timestamptz`
    return `select ${columnsOf(timesRow, '', {
      counted: `count(*) filter (where n.seconds is not null or n.closing is null and n.due_at <= ${at})`,
    })}
       from (select c.due_at, c.informed_at, c.closing,
                    floor(extract(epoch from c.informed_at - c.flagged_at))::integer as seconds,
                    c.informed_at is not null and exists (
                      select 1 from critical_calls k
                       where k.critical_result_id = c.id and k.outcome = 'read-back'
                         and greatest(k.ended_at, c.flagged_at) = c.informed_at
                         and k.recorded_at > k.ended_at + interval '${CALL_RECORDED_LATE_MINUTES} minutes') as late
               from critical_results c
              where ${labCondition(scope, parameters, 'c.lab_id')}
                and c.flagged_at >= ${startOfDay(first, timeZone, parameters)}
                and c.flagged_at < ${endOfDay(to, timeZone, parameters)}
                and coalesce(c.closing, 'read-back') in ('read-back', 'mistaken', 'withdrawn')
              order by c.flagged_at desc limit ${CRITICAL_TIMES_LIMIT}) n`
  })

/** Enables notices of a restored backup. Returns the number of results and items. */
export const confirmRestored = async (tx: Queryable): Promise<number> =>
  (await tx.execute('update critical_results set restored_at = null where restored_at is not null')) +
  (await tx.execute('update inbox_items set escalation_held_at = null where escalation_held_at is not null'))

export const isAnyLabUsingCritical = (scope: LabScope, db: Queryable): Promise<boolean> =>
  db.exists(
    (parameters) =>
      `select 1 from lab_critical_settings where is_on and ${labCondition(scope, parameters, 'lab_id')}`,
  )
