import { REPORT_MARKS, type Visit } from '@zelab/contract'
import { z } from 'zod'
import { isSuspended, reportMarks } from '../../core/conditions.ts'
import { referrers, users, visits } from '../../core/tables.gen.ts'
import { from } from '../../platform/database/columns.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

const titled = z.object({ id: z.int(), title: z.string() })

export const EXPECTED = `
  (select coalesce(json_agg(json_build_object(
            'id', t.id, 'title', t.title,
            'isFulfilled', exists (select 1 from reports r where r.visit_id = v.id and r.report_type_id = t.id
                                      and r.withdrawn_at is null)) order by lower(t.title), t.id), '[]')
     from visit_report_types e join report_types t on t.id = e.report_type_id where e.visit_id = v.id)`
const REPORTS = `
  (select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title, 'marks', ${reportMarks('r')}) order by r.id), '[]')
     from reports r where r.visit_id = v.id and r.withdrawn_at is null)`

/** True if a report of the visit is being corrected. @param visit alias of `visits` */
export const hasSuspendedReport = (visit: string): string => `
  exists (select 1 from reports sr where sr.visit_id = ${visit}.id and sr.withdrawn_at is null and ${isSuspended('sr')})`

export const expectedTypes = z.array(titled.extend({ isFulfilled: z.boolean() }))

export const visitRow = z.object({
  id: visits.id,
  labId: visits.labId,
  patientId: visits.patientId,
  referrerId: visits.referrerId,
  referrerName: from('f.name', referrers.name.nullable()),
  referrerKind: from('f.kind', referrers.kind.nullable()),
  expected: from(EXPECTED, expectedTypes),
  reports: from(REPORTS, z.array(titled.extend({ marks: z.array(z.enum(REPORT_MARKS)) }))),
  collectedAt: visits.collectedAt,
  receivedAt: visits.receivedAt,
  collectedOn: visits.collectedOn,
  receivedOn: visits.receivedOn,
  promisedAt: visits.promisedAt,
  targetAt: visits.targetAt,
  payment: visits.payment,
  paymentAt: visits.paymentAt,
  payerName: from('u.full_name', users.fullName.nullable()),
  waiverReason: visits.waiverReason,
  note: visits.note,
  createdAt: visits.createdAt,
  updatedAt: visits.updatedAt,
  isAwaited: visits.isAwaited,
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
