import { REPORT_FILE_MEDIA_TYPES, type LetterheadFields } from '@zelab/contract'
import { z } from 'zod'
import {
  labLetterheads,
  patients,
  reportFiles,
  reports,
  signatures,
  stampedFiles,
} from '../../../core/tables.gen.ts'
import { assignments, columnsOf, from, insertion, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { neverNull, type RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

export interface Picture {
  content: Buffer
  mediaType: 'image/png' | 'image/jpeg'
}
export type StoredPicture = Picture & { version: number }

const letterheadFields = z.object(
  pick(labLetterheads, 'isUsed accreditation corner marginX marginY showsSignature'),
)

const settingsRow = letterheadFields.extend({
  hasLogo: from('logo is not null', z.boolean()),
  logoVersion: labLetterheads.logoVersion,
})
export type LetterheadSettings = RowOf<typeof settingsRow>

export const findLetterhead = (db: Queryable, labId: number): Promise<LetterheadSettings | undefined> =>
  db.maybeOne(settingsRow, `select ${columnsOf(settingsRow)} from lab_letterheads where lab_id = $1`, [labId])

const newLetterheadRow = letterheadFields.extend({ labId: labLetterheads.labId })

export const saveLetterhead = async (
  db: Queryable,
  labId: number,
  fields: LetterheadFields,
): Promise<void> => {
  const parameters = new SqlParameters()
  await db.execute(
    `insert into lab_letterheads ${insertion(newLetterheadRow, { ...fields, labId }, parameters)}
     on conflict (lab_id) do update set ${assignments(letterheadFields, fields, parameters, 'updated_at = now()')}`,
    parameters.values,
  )
}

const logoRow = z.object({
  content: from('logo', neverNull(labLetterheads.logo)),
  mediaType: from('logo_media_type', neverNull(labLetterheads.logoMediaType)),
  version: from('logo_version', labLetterheads.logoVersion),
})

const logoVersionRow = logoRow.pick({ version: true })

export const findLogo = (db: Queryable, labId: number): Promise<StoredPicture | undefined> =>
  db.maybeOne(
    logoRow,
    `select ${columnsOf(logoRow)} from lab_letterheads where lab_id = $1 and logo is not null`,
    [labId],
  )

export const findLogoVersion = async (db: Queryable, labId: number): Promise<number | undefined> =>
  (
    await db.maybeOne(
      logoVersionRow,
      `select ${columnsOf(logoVersionRow)} from lab_letterheads where lab_id = $1 and logo is not null`,
      [labId],
    )
  )?.version

export const saveLogo = async (db: Queryable, labId: number, logo: Picture | null): Promise<void> => {
  await db.execute(
    `insert into lab_letterheads (lab_id, logo, logo_media_type, logo_version) values ($1, $2, $3, 1)
     on conflict (lab_id) do update
       set logo = excluded.logo, logo_media_type = excluded.logo_media_type,
           logo_version = lab_letterheads.logo_version + 1, updated_at = now()`,
    [labId, logo?.content ?? null, logo?.mediaType ?? null],
  )
}

const signatureRow = z.object(pick(signatures, 'content mediaType version'))

export const findSignature = (db: Queryable, userId: number): Promise<StoredPicture | undefined> =>
  db.maybeOne(signatureRow, `select ${columnsOf(signatureRow)} from signatures where user_id = $1`, [userId])

export const saveSignature = async (db: Queryable, userId: number, picture: Picture): Promise<void> => {
  await db.execute(
    `insert into signatures (user_id, content, media_type) values ($1, $2, $3)
     on conflict (user_id) do update
       set content = excluded.content, media_type = excluded.media_type, version = signatures.version + 1,
           updated_at = now()`,
    [userId, picture.content, picture.mediaType],
  )
}

export const deleteSignature = async (db: Queryable, userId: number): Promise<void> => {
  await db.execute('delete from signatures where user_id = $1', [userId])
}

const hostRow = z.object({ host: stampedFiles.host, reports: z.int() })

/** Earlier hosts in stamps of the lab, with the number of versions. */
export const findOtherHosts = (
  db: Queryable,
  of: { labId: number; host: string },
): Promise<RowOf<typeof hostRow>[]> =>
  db.query(
    hostRow,
    `select s.host, count(*) as reports from stamped_files s
      where s.lab_id = $1 and s.host <> $2 group by s.host order by reports desc, s.host limit 5`,
    [of.labId, of.host],
  )

const newestReportRow = z.object({
  id: reports.id,
  fileName: from('f.name', reportFiles.name),
  mediaType: from('f.media_type', z.enum(REPORT_FILE_MEDIA_TYPES)),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes),
  version: reports.version,
  publishedAt: from('coalesce(r.amended_at, r.created_at)', reports.createdAt),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  dateOfBirth: from('p.date_of_birth', patients.dateOfBirth),
})
export type NewestReport = RowOf<typeof newestReportRow>

export const findNewestReport = (db: Queryable, labId: number): Promise<NewestReport | undefined> =>
  db.maybeOne(
    newestReportRow,
    `select ${columnsOf(newestReportRow, 'r')}
       from reports r join report_files f on f.id = r.file_id join patients p on p.id = r.patient_id
      where r.lab_id = $1 and r.withdrawn_at is null
      order by r.created_at desc, r.id desc limit 1`,
    [labId],
  )
