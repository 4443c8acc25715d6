import { REPORT_FILE_MEDIA_TYPES, type SealProblem } from '@zelab/contract'
import { z } from 'zod'
import {
  labLetterheads,
  labs,
  patients,
  referrers,
  reportFiles,
  reportVersions,
  signatures,
  unreleasedReports,
  users,
  visits,
} from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type RowOf } from '../../../platform/database/row-schema.ts'
import { stampStateRow } from './stamp-state.ts'
import type { Tables } from '../../../platform/database/table-rights.ts'

export const stampingTables: Tables = {
  lab_letterheads: {
    changes: `is_used accreditation corner margin_x margin_y shows_signature logo logo_media_type
      logo_version updated_at`,
  },
  signatures: { changes: 'content media_type version updated_at', removes: true },
  stamped_files: { changes: 'lab_id kind file_id host is_sealed seal_problem made_at' },
}

const versionRow = stampStateRow.extend({
  ...pick(reportVersions, 'reportId version'),
  name: from('c.name', reportFiles.name.nullable()),
  originalName: from('c.original_name', reportFiles.originalName.nullable()),
  mediaType: from('c.media_type', reportFiles.mediaType.nullable()),
  sizeBytes: from('c.size_bytes', reportFiles.sizeBytes.nullable()),
  checksum: from("encode(c.sha256, 'hex')", z.string().nullable()),
})
export type StampedVersion = RowOf<typeof versionRow>

/** The newest version with this uploaded file. Undefined for other files. */
export const findStampedVersion = (db: Queryable, fileName: string): Promise<StampedVersion | undefined> =>
  db.maybeOne(
    versionRow,
    `select ${columnsOf(versionRow, 'v')}
       from report_files f
       join report_versions v on v.file_id = f.id and v.report_id = f.report_id
       join reports r on r.id = v.report_id
       join patients p on p.id = r.patient_id
       left join lab_letterheads letterhead on letterhead.lab_id = coalesce(r.lab_id, p.lab_id)
       left join stamped_files stamped on stamped.report_id = v.report_id and stamped.version = v.version
       left join report_files c on c.id = stamped.file_id
      where f.name = $1
      order by v.version desc limit 1`,
    [fileName],
    { name: 'find-stamped-version' },
  )

const factsRow = z.object({
  labId: from('l.id', labs.id),
  labName: from('l.name', labs.name),
  addressLine1: from('l.address_line1', labs.addressLine1),
  city: from('l.city', labs.city),
  phone: from('l.phone', labs.phone),
  ...pick(labLetterheads, 'accreditation corner marginX marginY logo'),
  publishedAt: from('v.published_at', reportVersions.publishedAt),
  publisherId: from('u.id', users.id),
  publisherName: from('u.full_name', users.fullName),
  releaserName: from('e.full_name', users.fullName.nullable()),
  releasedAt: from('n.released_at', unreleasedReports.releasedAt),
  signature: from('case when h.shows_signature then g.content end', signatures.content.nullable()),
  originalName: from('f.original_name', reportFiles.originalName),
  mediaType: from('f.media_type', z.enum(REPORT_FILE_MEDIA_TYPES)),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  dateOfBirth: from('p.date_of_birth', patients.dateOfBirth),
  collectedAt: from('w.collected_at', visits.collectedAt),
  collectedOn: from('w.collected_on', visits.collectedOn),
  referrer: from('o.name', referrers.name.nullable()),
})
export type StampFacts = RowOf<typeof factsRow>

export const findStampFacts = (
  db: Queryable,
  of: { reportId: number; version: number },
): Promise<StampFacts | undefined> =>
  db.maybeOne(
    factsRow,
    `select ${columnsOf(factsRow, 'h')}
       from report_versions v
       join reports r on r.id = v.report_id
       join patients p on p.id = r.patient_id
       join labs l on l.id = coalesce(r.lab_id, p.lab_id)
       join lab_letterheads h on h.lab_id = l.id
       join users u on u.id = v.published_by
       join report_files f on f.id = v.file_id
       left join unreleased_reports n on n.id = v.release_id
       left join users e on e.id = n.released_by
       left join signatures g on g.user_id = u.id
       left join visits w on w.id = r.visit_id
        and exists (select 1 from lab_visit_settings s where s.lab_id = w.lab_id and s.is_on)
       left join referrers o on o.id = w.referrer_id
      where v.report_id = $1 and v.version = $2`,
    [of.reportId, of.version],
  )

interface Attempt {
  reportId: number
  version: number
  labId: number
  host: string
}

/** False if another process has stored a copy meanwhile. */
export const insertStampedFile = async (
  tx: Queryable,
  copy: Attempt & {
    kind: 'stamped' | 'slip'
    fileId: number
    isSealed: boolean
    sealProblem: SealProblem | null
  },
): Promise<boolean> =>
  (await tx.execute(
    `insert into stamped_files (report_id, version, host, kind, file_id, is_sealed, seal_problem, lab_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (report_id, version) do update
       set lab_id = excluded.lab_id, host = excluded.host, kind = excluded.kind, file_id = excluded.file_id, is_sealed = excluded.is_sealed,
           seal_problem = excluded.seal_problem, made_at = now()
       where stamped_files.kind = 'failed'`,
    [
      copy.reportId,
      copy.version,
      copy.host,
      copy.kind,
      copy.fileId,
      copy.isSealed,
      copy.sealProblem,
      copy.labId,
    ],
  )) > 0

/** Kept for a day, so that a file that crashes its process is not tried with every view. */
export const insertFailure = async (
  db: Queryable,
  { reportId, version, labId, host }: Attempt,
): Promise<void> => {
  await db.execute(
    `insert into stamped_files (report_id, version, host, kind, lab_id) values ($1, $2, $3, 'failed', $4)
     on conflict (report_id, version) do update set made_at = now() where stamped_files.kind = 'failed'`,
    [reportId, version, host, labId],
  )
}
