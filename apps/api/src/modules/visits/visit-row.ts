import { REPORT_MARKS, WAITING_PLACES, type Visit } from '@zelab/contract'
import { z } from 'zod'
import { isSuspended, reportMarks } from '../../core/conditions.ts'
import { referrers, users, visits } from '../../core/tables.gen.ts'
import { from, pick } from '../../platform/database/columns.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

const titled = z.object({ id: z.int(), title: z.string() })

/** Where a report of the type `t` is that the visit lacks: with its author or a releaser, or in the inbox. */
const WAITS = `
  (select json_build_object('place', w.place, 'since', to_char(w.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                            'person', w.person)
     from (select case n.state when 'returned' then 'returned' else 'release' end as place,
                  case n.state when 'returned' then n.returned_at else n.awaiting_since end as since,
                  case n.state when 'returned' then a.full_name end as person
             from unreleased_reports n join users a on a.id = n.author_id
            where n.patient_id = v.patient_id and n.visit_id = v.id and n.report_type_id = t.id
              and n.state in ('awaiting', 'returned') and n.report_id is null
           union all
           select 'inbox', i.received_at, c.full_name
             from inbox_items i left join users c on c.id = i.claimed_by and i.claimed_until > now()
            where i.patient_id = v.patient_id and i.lab_id = v.lab_id and i.report_type_id = t.id and i.state = 'open') w
    order by w.place = 'inbox', w.since limit 1)`

export const EXPECTED = `
  (select coalesce(json_agg(json_build_object(
            'id', t.id, 'title', t.title, 'isFulfilled', d.is_fulfilled,
            'waits', case when not d.is_fulfilled then ${WAITS} end) order by lower(t.title), t.id), '[]')
     from visit_report_types e join report_types t on t.id = e.report_type_id
    cross join lateral (
      select exists (select 1 from reports r where r.visit_id = v.id and r.report_type_id = t.id
                        and r.withdrawn_at is null) as is_fulfilled) d
    where e.visit_id = v.id)`
const REPORTS = `
  (select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title, 'marks', ${reportMarks('r')}) order by r.id), '[]')
     from reports r where r.visit_id = v.id and r.withdrawn_at is null)`

/** True if a report of the visit is being corrected. @param visit alias of `visits` */
export const hasSuspendedReport = (visit: string): string => `
  exists (select 1 from reports sr where sr.visit_id = ${visit}.id and sr.withdrawn_at is null and ${isSuspended('sr')})`

const waits = z.object({
  place: z.enum(WAITING_PLACES),
  since: z.string(),
  person: z.string().nullable(),
})
export const expectedTypes = z.array(titled.extend({ isFulfilled: z.boolean(), waits: waits.nullable() }))

export const visitRow = z.object({
  ...pick(visits, 'id labId patientId referrerId'),
  referrerName: from('f.name', referrers.name.nullable()),
  referrerKind: from('f.kind', referrers.kind.nullable()),
  ...pick(visits, 'isReferrerCertain orderNumber'),
  expected: from(EXPECTED, expectedTypes),
  reports: from(REPORTS, z.array(titled.extend({ marks: z.array(z.enum(REPORT_MARKS)) }))),
  ...pick(visits, 'collectedAt receivedAt collectedOn receivedOn promisedAt targetAt payment paymentAt'),
  payerName: from('u.full_name', users.fullName.nullable()),
  ...pick(visits, 'waiverReason note createdAt updatedAt isAwaited'),
  isSuspended: from(hasSuspendedReport('v'), z.boolean()),
  isCanceled: from('v.canceled_at is not null', z.boolean()),
})
type VisitRow = RowOf<typeof visitRow>

export const VISIT_JOINS =
  'left join referrers f on f.id = v.referrer_id left join users u on u.id = v.payment_by'

const stateOf = (row: VisitRow, now: Date): Visit['state'] => {
  if (row.isCanceled) return 'canceled'
  const dueAt = row.promisedAt ?? row.targetAt
  if (row.isAwaited) return dueAt !== null && new Date(dueAt) < now ? 'late' : 'awaited'
  if (row.isSuspended) return 'awaited'
  return row.expected.length > 0 || row.reports.length > 0 ? 'ready' : 'open'
}

export const toVisit = (row: VisitRow, now: Date): Visit => ({
  id: row.id,
  patientId: row.patientId,
  state: stateOf(row, now),
  expected: row.expected,
  reports: row.reports,
  referrer:
    row.referrerId === null || row.referrerName === null || row.referrerKind === null
      ? null
      : { id: row.referrerId, kind: row.referrerKind, name: row.referrerName },
  isReferrerCertain: row.isReferrerCertain,
  orderNumber: row.orderNumber,
  collectedAt: row.collectedAt,
  receivedAt: row.receivedAt,
  collectedOn: row.collectedAt === null ? row.collectedOn : null,
  receivedOn: row.receivedAt === null ? row.receivedOn : null,
  promisedAt: row.promisedAt,
  targetAt: row.targetAt,
  payment: row.payment,
  paymentSet:
    row.paymentAt === null || row.payerName === null
      ? null
      : { at: row.paymentAt, by: { fullName: row.payerName } },
  waiverReason: row.waiverReason,
  note: row.note,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
