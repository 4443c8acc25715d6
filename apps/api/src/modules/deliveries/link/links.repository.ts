import { z } from 'zod'
import {
  deliveries,
  labs,
  pageImages,
  patients,
  reportFiles,
  reportLinks,
  reports,
  reportTypes,
} from '../../../core/tables.gen.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { DELEGATE_OF_PATIENT, hasAccess } from '../../patients/delegates/delegate-condition.ts'
import { LINK_SESSION_MINUTES, LINK_TRIES } from './link-limits.ts'

const linkRow = z.object({
  id: reportLinks.id,
  deliveryId: deliveries.id,
  channel: deliveries.channel,
  delegateId: deliveries.delegateId,
  /** Whether the guardian or delegate who received the link still has access. */
  hasAccess: z.boolean(),
  language: deliveries.language,
  labId: deliveries.labId,
  labName: labs.name,
  labPhone: labs.phone,
  expiresAt: reportLinks.expiresAt,
  isExpired: z.boolean(),
  revocation: reportLinks.revocation,
  wrongTries: reportLinks.wrongTries,
  lockedSeconds: z.number().nullable(),
  deviceHash: reportLinks.deviceHash,
  reportId: reports.id,
  title: reports.title,
  typeTitle: reports.reportTypeTitle,
  version: reports.version,
  publishedAt: reports.createdAt,
  correctedAt: reports.amendedAt,
  isWithdrawn: z.boolean(),
  isSensitive: reportTypes.isSensitive,
  patientId: patients.id,
  patientName: patients.fullName,
  dateOfBirth: patients.dateOfBirth,
  fileName: reportFiles.name,
  originalName: reportFiles.originalName,
  mediaType: reportFiles.mediaType,
  sizeBytes: reportFiles.sizeBytes,
  checksum: z.string(),
  imageWidth: pageImages.width,
  imageHeight: pageImages.height,
  isImageUnavailable: z.boolean(),
  hasSession: z.boolean(),
  hasCode: z.boolean(),
})
export type Link = RowOf<typeof linkRow>

/**
 * A link with its report, the report's patient (who changes when records are merged) and the visitor's session, if it is
 * open. No caller is checked: the token is the access.
 * @param of.today the lab's plain date, which decides whether a delegate has access
 */
export const findLink = (
  db: Queryable,
  of: { tokenHash: Buffer; sessionHash: Buffer | null; today: string },
): Promise<Link | undefined> =>
  db.maybeOne(
    linkRow,
    `select l.id, d.id as "deliveryId", d.channel, d.delegate_id as "delegateId",
            d.delegate_id is null or exists (
              select 1 from patient_delegates g where g.id = d.delegate_id and ${DELEGATE_OF_PATIENT} and ${hasAccess('$5')}
            ) as "hasAccess", d.language, d.lab_id as "labId", b.name as "labName", b.phone as "labPhone",
            l.expires_at as "expiresAt", l.expires_at <= now() as "isExpired", l.revocation,
            l.wrong_tries as "wrongTries",
            case when l.locked_until > now() then extract(epoch from l.locked_until - now())::float8 end
              as "lockedSeconds",
            l.device_hash as "deviceHash",
            r.id as "reportId", r.title, r.report_type_title as "typeTitle", r.version,
            r.created_at as "publishedAt", r.amended_at as "correctedAt", r.withdrawn_at is not null as "isWithdrawn",
            t.is_sensitive as "isSensitive",
            p.id as "patientId", p.full_name as "patientName", p.date_of_birth as "dateOfBirth",
            f.name as "fileName", f.original_name as "originalName", f.media_type as "mediaType",
            f.size_bytes as "sizeBytes", encode(f.sha256, 'hex') as checksum,
            i.width as "imageWidth", i.height as "imageHeight",
            i.file_id is not null and i.name is null and i.made_at > now() - interval '1 day' as "isImageUnavailable",
            v.link_id is not null as "hasSession", coalesce(v.has_code, false) as "hasCode"
       from report_links l
       join deliveries d on d.id = l.delivery_id
       join labs b on b.id = d.lab_id
       join reports r on r.id = d.report_id
       join report_types t on t.id = r.report_type_id
       join patients p on p.id = r.patient_id
       join report_files f on f.id = r.file_id
       left join lab_delivery_settings s on s.lab_id = p.lab_id
       left join page_images i on i.file_id = f.id
       left join link_sessions v on v.link_id = l.id and v.token_hash = $2
         and v.used_at > now() - make_interval(mins => $3) and v.created_at > now() - make_interval(mins => $4)
      where l.token_hash = $1`,
    [of.tokenHash, of.sessionHash, LINK_SESSION_MINUTES.idle, LINK_SESSION_MINUTES.absolute, of.today],
    { name: 'find-link' },
  )

/** Locks a link until the transaction ends, so that tries at the same moment are counted one after the other. */
export const lockLink = async (tx: Queryable, tokenHash: Buffer): Promise<void> => {
  await tx.execute('select 1 from report_links where token_hash = $1 for update', [tokenHash], {
    name: 'lock-link',
  })
}

/** Counts a wrong date of birth on a locked row: locks the link or ends it at the limits. */
export const countWrongTry = async (tx: Queryable, linkId: number): Promise<void> => {
  await tx.execute(
    `update report_links set
        wrong_tries = wrong_tries + 1,
        locked_until = case when wrong_tries + 1 = $2 then now() + make_interval(mins => $3) else locked_until end,
        revoked_at = case when wrong_tries + 1 >= $4 then now() end,
        revocation = case when wrong_tries + 1 >= $4 then 'wrong-tries' end
      where id = $1 and revoked_at is null`,
    [linkId, LINK_TRIES.untilLock, LINK_TRIES.lockMinutes, LINK_TRIES.untilEnd],
    { name: 'count-wrong-try' },
  )
}

/** Notes that the patient saw a version. @param deviceHash remembered unless another device was first, or null */
export const noteOpening = async (
  tx: Queryable,
  opening: { linkId: number; version: number; deviceHash: Buffer | null },
): Promise<void> => {
  await tx.execute(
    `update report_links set
        first_opened_at = coalesce(first_opened_at, now()), last_opened_at = now(),
        opened_version = greatest(coalesce(opened_version, 0), $2), device_hash = coalesce(device_hash, $3)
      where id = $1`,
    [opening.linkId, opening.version, opening.deviceHash],
  )
}
