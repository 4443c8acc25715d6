import { DELIVERY_COUNT_LIMIT, type UnreachableReport } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { patients, reports } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters, pageClause, type PageOfRows } from '../../../platform/database/sql-parameters.ts'
import { callColumns, latestCall, toCall, wasReached } from '../calls/report-calls.repository.ts'

const NO_CONTACT_DAYS = 30

// `any(array(…))` evaluates the set once and keeps the index usable.
const AUTOMATIC_LABS = 'array(select s.lab_id from lab_delivery_settings s where s.is_automatic)'

const ofAutomaticLabs = (scope: LabScope, parameters: SqlParameters) => {
  if (scope.everyLab)
    return `(r.lab_id = any (${AUTOMATIC_LABS}) or r.lab_id is null) and u.lab_id = any (${AUTOMATIC_LABS})`
  // Evaluated once, so that other labs read no row.
  const lab = `${parameters.add(scope.labId)}::bigint`
  return `${lab} = any (${AUTOMATIC_LABS}) and u.lab_id = ${lab}`
}

/** Null until the job has checked it. */
const ofPatientsWhoAgreedToEmails = (scope: LabScope, parameters: SqlParameters) => {
  const agreed = 'u.agreed_email is not false and agreed.email'
  if (scope.everyLab) return `not u.lab_id = any (${AUTOMATIC_LABS}) and ${agreed}`
  const lab = `${parameters.add(scope.labId)}::bigint`
  return `not ${lab} = any (${AUTOMATIC_LABS}) and u.lab_id = ${lab} and ${agreed}`
}

/** A report by an Admin has no lab, but its patient has one. */
const inScope = (scope: LabScope, parameters: SqlParameters) => {
  if (scope.everyLab) return 'true'
  const lab = parameters.add(scope.labId)
  return `(r.lab_id = ${lab} or r.lab_id is null) and p.lab_id = ${lab}`
}

const unreachableRow = z.object({
  ...pick(reports, 'id title version'),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  patientPhone: from('p.phone', patients.phone),
  publishedAt: from('r.created_at', reports.createdAt),
  hasConsent: from('agreed.email', z.boolean()),
  ...callColumns,
})

/**
 * Reports that should be sent, but whose patient has no contact with consent. Every patient has a phone number, so
 * consent to a phone channel suffices. Labs without automatic sending owe a report to patients who agreed to emails.
 * Starts from `unreached_reports`, which triggers maintain and which may have rows too many.
 * @param ordered order and limit of the rows per kind of lab
 */
const unreachable = (scope: LabScope, parameters: SqlParameters, ordered: string) => {
  const ofLabs = (condition: string) => `
  (select ${columnsOf(unreachableRow, 'r')}
     from unreached_reports u
     join reports r on r.id = u.report_id
     join patients p on p.id = r.patient_id
     cross join lateral (
       select coalesce(bool_or(n.is_given) filter (where n.channel = 'email'), false) as email,
              coalesce(bool_or(n.is_given) filter (where n.channel <> 'email'), false) as phone
         from (select distinct on (c.channel) c.channel, c.is_given from patient_consents c
                where c.patient_id = p.id order by c.channel, c.id desc) n
     ) agreed ${latestCall('c.delegate_id is null')}
    where u.published_at > now() - interval '${NO_CONTACT_DAYS} days'
      and r.withdrawn_at is null and ${inScope(scope, parameters)} and ${condition}
      and not agreed.phone and not (agreed.email and p.email is not null)
      and not exists (select 1 from deliveries d where d.report_id = r.id and d.state <> 'canceled')
      and not ${wasReached('c.delegate_id is null and c.report_version >= r.version')}
      -- A guardian or delegate always has a contact.
      and not exists (select 1 from patient_delegates g
                       where g.patient_id = p.id and g.ended_at is null and g.valid_from <= current_date
                         and (g.valid_until is null or g.valid_until >= current_date))
    ${ordered})`
  return [ofAutomaticLabs, ofPatientsWhoAgreedToEmails]
    .map((kind) => ofLabs(kind(scope, parameters)))
    .join(' union all ')
}

export const countUnreachable = async (scope: LabScope, db: Queryable): Promise<number> => {
  const upTo = `limit ${DELIVERY_COUNT_LIMIT + 1}`
  return db.countRows(
    (parameters) => `select count(*) as count
       from (select 1 from (${unreachable(scope, parameters, upTo)}) u ${upTo}) counted`,
  )
}

export const findUnreachable = async (
  scope: LabScope,
  db: Queryable,
  page: PageOfRows,
): Promise<UnreachableReport[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    unreachableRow,
    `select u.* from (${unreachable(scope, parameters, `order by u.published_at desc, u.report_id desc limit ${page.offset + page.limit}`)}) u
      order by u."publishedAt" desc, u.id desc ${pageClause(page, parameters)}`,
    parameters.values,
  )
  return rows.map((row) => ({
    report: { id: row.id, title: row.title, version: row.version },
    patient: { id: row.patientId, fullName: row.patientName, phone: row.patientPhone },
    publishedAt: row.publishedAt,
    missing: row.hasConsent ? 'no-contact' : 'no-consent',
    call: toCall(row),
  }))
}
