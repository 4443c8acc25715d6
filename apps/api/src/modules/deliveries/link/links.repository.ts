import { z } from 'zod'
import { isSuspended } from '../../../core/conditions.ts'
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
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { DELEGATE_OF_PATIENT, hasAccess } from '../../patients/delegates/delegate-condition.ts'
import { holdOf } from '../sending/holds.repository.ts'
import { LINK_RENEWALS, LINK_CODE, LINK_SESSION_MINUTES, LINK_TRIES } from './link-limits.ts'

const linkRow = z.object({
  ...pick(reportLinks, 'id slipId'),
  deliveryId: from('d.id', deliveries.id),
  channel: from('d.channel', deliveries.channel),
  delegateId: from('d.delegate_id', deliveries.delegateId),
  hasAccess: z.boolean(),
  language: from('d.language', deliveries.language),
  labId: from('d.lab_id', deliveries.labId),
  labName: from('b.name', labs.name),
  labPhone: from('b.phone', labs.phone),
  expiresAt: reportLinks.expiresAt,
  isExpired: z.boolean(),
  ...pick(reportLinks, 'revocation wrongTries'),
  lockedSeconds: z.number().nullable(),
  deviceHash: reportLinks.deviceHash,
  reportId: from('r.id', reports.id),
  title: from('r.title', reports.title),
  typeTitle: from('r.report_type_title', reports.reportTypeTitle),
  version: from('r.version', reports.version),
  publishedAt: from('r.created_at', reports.createdAt),
  correctedAt: from('r.amended_at', reports.amendedAt),
  isWithdrawn: z.boolean(),
  isSensitive: from('t.is_sensitive', reportTypes.isSensitive),
  isSuspended: z.boolean(),
  isHeld: z.boolean(),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  dateOfBirth: from('p.date_of_birth', patients.dateOfBirth),
  fileName: from('f.name', reportFiles.name),
  originalName: from('f.original_name', reportFiles.originalName),
  mediaType: from('f.media_type', reportFiles.mediaType),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes),
  checksum: z.string(),
  imageWidth: from('i.width', pageImages.width),
  imageHeight: from('i.height', pageImages.height),
  isImageUnavailable: z.boolean(),
  hasSession: z.boolean(),
  hasCode: z.boolean(),
  /** Opened in this session, in this version. */
  isOpeningRecorded: z.boolean(),
})
export type Link = RowOf<typeof linkRow>

/** A link by its token, or the link of a slip to one of the reports of its visit. */
export type LinkKey = { tokenHash: Buffer } | { slipId: number; reportId: number }

const OF_SLIP = 'l.slip_id = $1 and d.report_id = $6 and l.revoked_at is null'

/**
 * The link with its report, the report's current patient and the visitor's open session. The token grants access, so
 * no caller is checked.
 * @param of.today the lab's plain date, which decides whether a delegate has access
 */
export const findLink = (
  db: Queryable,
  of: LinkKey & { sessionHash: Buffer | null; today: string },
): Promise<Link | undefined> => {
  const isOfSlip = 'slipId' in of
  return db.maybeOne(
    linkRow,
    `select ${columnsOf(linkRow, 'l', {
      hasAccess: `d.delegate_id is null or exists (
              select 1 from patient_delegates g where g.id = d.delegate_id and ${DELEGATE_OF_PATIENT} and ${hasAccess('$5')}
            )`,
      isExpired: 'l.slip_id is null and l.expires_at <= now()',
      deviceHash: 'coalesce(k.device_hash, l.device_hash)',
      lockedSeconds:
        'case when l.locked_until > now() then extract(epoch from l.locked_until - now())::float8 end',
      isWithdrawn: 'r.withdrawn_at is not null',
      isSuspended: isSuspended('r'),
      isHeld: `${holdOf('r')} is distinct from l.opens_hold and ${holdOf('r')} is not null`,
      checksum: "encode(f.sha256, 'hex')",
      isImageUnavailable: "i.file_id is not null and i.name is null and i.made_at > now() - interval '1 day'",
      hasSession: 'v.token_hash is not null',
      hasCode: 'coalesce(v.has_code, false)',
      isOpeningRecorded: 'coalesce(l.last_opened_at >= v.created_at and l.opened_version = r.version, false)',
    })}
       from report_links l
       join deliveries d on d.id = l.delivery_id
       join labs b on b.id = d.lab_id
       join reports r on r.id = d.report_id
       join report_types t on t.id = r.report_type_id
       join patients p on p.id = r.patient_id
       join report_files f on f.id = r.file_id
       left join lab_delivery_settings s on s.lab_id = p.lab_id
       left join page_images i on i.file_id = f.id
       left join visit_slips k on k.id = l.slip_id
       left join link_sessions v on v.token_hash = $2 and ${isOfSlip ? 'v.slip_id = l.slip_id' : 'v.link_id = l.id'}
         and v.used_at > now() - make_interval(mins => $3) and v.created_at > now() - make_interval(mins => $4)
      where ${isOfSlip ? OF_SLIP : 'l.token_hash = $1'}
      order by l.id limit 1`,
    [
      isOfSlip ? of.slipId : of.tokenHash,
      of.sessionHash,
      LINK_SESSION_MINUTES.idle,
      LINK_SESSION_MINUTES.absolute,
      of.today,
      ...(isOfSlip ? [of.reportId] : []),
    ],
    { name: isOfSlip ? 'find-link-of-slip' : 'find-link' },
  )
}

/** Serializes concurrent tries. */
export const lockLink = async (tx: Queryable, of: LinkKey): Promise<void> => {
  if ('slipId' in of)
    await tx.execute(
      `select 1 from report_links l join deliveries d on d.id = l.delivery_id
        where l.slip_id = $1 and d.report_id = $2 and l.revoked_at is null for update of l`,
      [of.slipId, of.reportId],
    )
  else
    await tx.execute('select 1 from report_links where token_hash = $1 for update', [of.tokenHash], {
      name: 'lock-link',
    })
}

/** Needs the link's lock. Locks or ends the link at the limits. */
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

/** @param deviceHash stored unless another device was first, or null */
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

/** Serializes renewals for the same report, so that they are counted. Blocks amendments. */
export const lockReportForRenewal = async (tx: Queryable, reportId: number): Promise<void> => {
  await tx.execute('select 1 from reports where id = $1 for no key update', [reportId])
}

export const hasRecentRenewal = (
  tx: Queryable,
  { reportId, delegateId }: { reportId: number; delegateId: number | null },
): Promise<boolean> =>
  tx.exists(
    `select 1 from deliveries
      where report_id = $1 and purpose = 'renewal' and requested_by is null and created_at > now() - interval '1 day'
        and delegate_id is not distinct from $4
     having count(*) >= $2 or max(created_at) > now() - make_interval(mins => $3)`,
    [reportId, LINK_RENEWALS.perDay, LINK_RENEWALS.everyMinutes, delegateId],
  )

export const deleteOldCodes = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from link_codes where id in (
       select id from link_codes where created_at < now() - make_interval(hours => $2) order by created_at limit $1)`,
    [limit, LINK_CODE.keptHours],
  )

export const deleteUnusedLinkSessions = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from link_sessions where token_hash in (
       select token_hash from link_sessions where used_at < now() - make_interval(mins => $2)
        order by used_at limit $1)`,
    [limit, LINK_SESSION_MINUTES.absolute],
  )
