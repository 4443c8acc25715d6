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
import type { Queryable } from '../../../platform/database/database.ts'
import { neverNull, type RowOf } from '../../../platform/database/row-schema.ts'
import type { Picture, StoredPicture } from './picture.ts'

const settingsRow = z.object({
  isUsed: labLetterheads.isUsed,
  accreditation: labLetterheads.accreditation,
  corner: labLetterheads.corner,
  marginX: labLetterheads.marginX,
  marginY: labLetterheads.marginY,
  showsSignature: labLetterheads.showsSignature,
  hasLogo: z.boolean(),
  logoVersion: labLetterheads.logoVersion,
})
export type LetterheadSettings = RowOf<typeof settingsRow>

/** Undefined for a lab that never had a letterhead. */
export const findLetterhead = (db: Queryable, labId: number): Promise<LetterheadSettings | undefined> =>
  db.maybeOne(
    settingsRow,
    `select is_used as "isUsed", accreditation, corner, margin_x as "marginX", margin_y as "marginY",
            shows_signature as "showsSignature", logo is not null as "hasLogo", logo_version as "logoVersion"
       from lab_letterheads where lab_id = $1`,
    [labId],
  )

export const saveLetterhead = async (
  db: Queryable,
  labId: number,
  fields: LetterheadFields,
): Promise<void> => {
  await db.execute(
    `insert into lab_letterheads (lab_id, is_used, accreditation, corner, margin_x, margin_y, shows_signature)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (lab_id) do update
       set is_used = excluded.is_used, accreditation = excluded.accreditation, corner = excluded.corner,
           margin_x = excluded.margin_x, margin_y = excluded.margin_y, shows_signature = excluded.shows_signature,
           updated_at = now()`,
    [
      labId,
      fields.isUsed,
      fields.accreditation ?? null,
      fields.corner,
      fields.marginX,
      fields.marginY,
      fields.showsSignature,
    ],
  )
}

const logoRow = z.object({
  content: neverNull(labLetterheads.logo),
  mediaType: neverNull(labLetterheads.logoMediaType),
  version: labLetterheads.logoVersion,
})

const logoVersionRow = logoRow.pick({ version: true })

export const findLogo = (db: Queryable, labId: number): Promise<StoredPicture | undefined> =>
  db.maybeOne(
    logoRow,
    `select logo as content, logo_media_type as "mediaType", logo_version as version
       from lab_letterheads where lab_id = $1 and logo is not null`,
    [labId],
  )

/** Undefined without a logo; reads no content. */
export const findLogoVersion = async (db: Queryable, labId: number): Promise<number | undefined> =>
  (
    await db.maybeOne(
      logoVersionRow,
      'select logo_version as version from lab_letterheads where lab_id = $1 and logo is not null',
      [labId],
    )
  )?.version

/** Sets or removes the logo. */
export const saveLogo = async (db: Queryable, labId: number, logo: Picture | null): Promise<void> => {
  await db.execute(
    `insert into lab_letterheads (lab_id, logo, logo_media_type, logo_version) values ($1, $2, $3, 1)
     on conflict (lab_id) do update
       set logo = excluded.logo, logo_media_type = excluded.logo_media_type,
           logo_version = lab_letterheads.logo_version + 1, updated_at = now()`,
    [labId, logo?.content ?? null, logo?.mediaType ?? null],
  )
}

const signatureRow = z.object({
  content: signatures.content,
  mediaType: signatures.mediaType,
  version: signatures.version,
})

export const findSignature = (db: Queryable, userId: number): Promise<StoredPicture | undefined> =>
  db.maybeOne(
    signatureRow,
    'select content, media_type as "mediaType", version from signatures where user_id = $1',
    [userId],
  )

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

/** Hosts that stamps of a lab name, besides the present one, and how many versions of reports they are on. */
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
  fileName: reportFiles.name,
  mediaType: z.enum(REPORT_FILE_MEDIA_TYPES),
  sizeBytes: reportFiles.sizeBytes,
  version: reports.version,
  publishedAt: reports.createdAt,
  patientId: patients.id,
  patientName: patients.fullName,
  dateOfBirth: patients.dateOfBirth,
})
export type NewestReport = RowOf<typeof newestReportRow>

/** The report that a lab published last, with its file as it was uploaded. */
export const findNewestReport = (db: Queryable, labId: number): Promise<NewestReport | undefined> =>
  db.maybeOne(
    newestReportRow,
    `select r.id, f.name as "fileName", f.media_type as "mediaType", f.size_bytes as "sizeBytes", r.version,
            coalesce(r.amended_at, r.created_at) as "publishedAt", p.id as "patientId",
            p.full_name as "patientName", p.date_of_birth as "dateOfBirth"
       from reports r join report_files f on f.id = r.file_id join patients p on p.id = r.patient_id
      where r.lab_id = $1 and r.withdrawn_at is null
      order by r.created_at desc, r.id desc limit 1`,
    [labId],
  )
