import { LOOKUP_COUNT_LIMIT, LOOKUP_DAYS, LOOKUP_MINUTES, type LookupOutcome } from '@zelab/contract'
import { z } from 'zod'
import { isSuspended } from '../../core/conditions.ts'
import {
  labLetterheads,
  labs,
  patients,
  reportFiles,
  reports,
  reportVersions,
  verificationCodes,
  verificationLookups,
} from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const verificationTables: Tables = {
  verification_codes: {},
  verification_lookups: { removes: true },
  viewing_passes: { changes: 'code_hash used_at session_hash', removes: true },
}

const verifiedRow = z.object({
  code: from('c.code', verificationCodes.code),
  reportId: from('r.id', reports.id),
  ...pick(reportVersions, 'version publishedAt'),
  currentVersion: from('r.version', reports.version),
  correctedAt: from('r.amended_at', reports.amendedAt),
  withdrawnAt: from('r.withdrawn_at', reports.withdrawnAt),
  isSuspended: from(isSuspended('r'), z.boolean()),
  labId: from('l.id', labs.id),
  labName: from('l.name', labs.name),
  labPhone: from('l.phone', labs.phone),
  accreditation: from('h.accreditation', labLetterheads.accreditation.nullable()),
  /** Each new logo changes the version. */
  logoVersion: from(
    'case when h.logo is not null then h.logo_version end',
    labLetterheads.logoVersion.nullable(),
  ),
  patientName: from('p.full_name', patients.fullName),
  dateOfBirth: from('p.date_of_birth', patients.dateOfBirth),
  pageCount: from('f.page_count', reportFiles.pageCount),
  isReleasedByTwo: from(
    'exists (select 1 from unreleased_reports n where n.id = v.release_id and n.alone_reason is null)',
    z.boolean(),
  ),
})
export type VerifiedVersion = RowOf<typeof verifiedRow>

/** The code grants access, so no caller is checked. */
export const findByCode = (db: Queryable, code: string): Promise<VerifiedVersion | undefined> =>
  db.maybeOne(
    verifiedRow,
    `select ${columnsOf(verifiedRow, 'v')}
       from verification_codes c
       join report_versions v on v.report_id = c.report_id and v.version = c.version
       join reports r on r.id = v.report_id
       join patients p on p.id = r.patient_id
       join labs l on l.id = coalesce(r.lab_id, p.lab_id)
       join report_files f on f.id = v.file_id
       left join lab_letterheads h on h.lab_id = l.id
      where c.code = $1`,
    [code],
    { name: 'find-verified-version' },
  )

const versionOfFileRow = z.object({
  version: reportVersions.version,
  /** `original`: the uploaded file of a version with a letterhead. `slip`: the separate page of a version. */
  part: z.enum(['report', 'original', 'slip']),
})

/** Oldest first. */
export const findVersionsOfFile = (
  db: Queryable,
  { reportId, sha256 }: { reportId: number; sha256: Buffer },
): Promise<RowOf<typeof versionOfFileRow>[]> =>
  db.query(
    versionOfFileRow,
    `select v.version, case when f.sha256 <> $2 then case s.kind when 'slip' then 'slip' else 'report' end
                            when s.kind = 'stamped' then 'original' else 'report' end as part
       from report_versions v
       join report_files f on f.id = v.file_id
       left join stamped_files s on s.report_id = v.report_id and s.version = v.version
       left join report_files c on c.id = s.file_id
      where v.report_id = $1 and $2 in (f.sha256, c.sha256) order by v.version`,
    [reportId, sha256],
  )

export interface NewLookup {
  reportId: number
  version: number
  outcome: LookupOutcome
  network: string
}

/** Skips repetitions of a network within minutes, so that they cannot fill a report's list. */
export const insertLookups = async (db: Queryable, lookups: readonly NewLookup[]): Promise<void> => {
  await db.execute(
    `insert into verification_lookups (report_id, version, outcome, network)
     select distinct n.* from unnest($1::bigint[], $2::int[], $3::text[], $4::text[]) as n (report_id, version, outcome, network)
      where n.outcome in ('shown', 'pass-refused') or not exists (
        select 1 from verification_lookups l
         where l.report_id = n.report_id and l.looked_up_at > now() - make_interval(mins => ${LOOKUP_MINUTES})
           and l.version = n.version and l.outcome = n.outcome and l.network = n.network)`,
    [
      lookups.map(({ reportId }) => reportId),
      lookups.map(({ version }) => version),
      lookups.map(({ outcome }) => outcome),
      lookups.map(({ network }) => network),
    ],
    { name: 'insert-verification-lookups' },
  )
}

const lookupRow = z.object({
  at: verificationLookups.lookedUpAt,
  ...pick(verificationLookups, 'version outcome network'),
})
export type Lookup = RowOf<typeof lookupRow>

const OF_REPORT = `from verification_lookups
      where report_id = $1 and looked_up_at > now() - make_interval(days => ${LOOKUP_DAYS})`

/** Counts up to a limit. */
export const findLookups = async (
  db: Queryable,
  reportId: number,
  limit: number,
): Promise<{ lookups: Lookup[]; total: number }> => {
  const rows = await db.query(
    lookupRow,
    `select looked_up_at as at, version, outcome, network ${OF_REPORT}
      order by looked_up_at desc, id desc limit $2`,
    [reportId, limit],
  )
  if (rows.length < limit) return { lookups: rows, total: rows.length }
  const count = await db.countRows(
    `select count(*) as count from (select 1 ${OF_REPORT} limit ${LOOKUP_COUNT_LIMIT}) l`,
    [reportId],
  )
  return { lookups: rows, total: count }
}

/** Older than 90 days. Returns the number of deleted rows. */
export const deleteOldLookups = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from verification_lookups where id in (
       select id from verification_lookups where looked_up_at < now() - make_interval(days => ${LOOKUP_DAYS})
        order by looked_up_at limit $1)`,
    [limit],
  )
