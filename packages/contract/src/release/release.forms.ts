import { bulkOf } from '../fields/bulk.ts'
import { boundedMultiline, clearable, idField, sha256Field } from '../fields/fields.ts'
import { RELEASE_REASON_LENGTH, RELEASE_REPLY_LENGTH, RELEASE_RULES, RELEASE_TYPES_MAX } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { publishReportBody } from '../reports/reports.forms.ts'
import { z } from '../zod.ts'

const releaseReason = boundedMultiline(
  RELEASE_REASON_LENGTH,
  VALIDATION.releaseReason,
  VALIDATION.releaseReason,
)

export const releaseSettingsBody = z.object({
  twoPersons: z.optional(z.enum(RELEASE_RULES, { error: VALIDATION.required })),
  /** Used with `twoPersons: 'types'`. */
  reportTypeIds: z.optional(
    z.array(idField()).check(z.maxLength(RELEASE_TYPES_MAX, { error: VALIDATION.releaseTypes })),
  ),
  techniciansRelease: z.optional(z.boolean({ error: VALIDATION.invalid })),
  allowsAlone: z.optional(z.boolean({ error: VALIDATION.invalid })),
})

const seen = {
  revision: idField(VALIDATION.invalid),
  /** SHA-256 of the file that the user opened. */
  sha256: sha256Field,
}

/** A decision about an amendment names the published version as well. */
export const suspensionBody = z.object({ ...seen, version: idField(VALIDATION.invalid) })
export type SuspensionDecision = z.output<typeof suspensionBody>

export const reviewReleaseBody = z.object(seen)

export const releaseReportBody = z.object({
  ...seen,
  /** For a Doctor who is alone on duty and releases a report of their own. */
  aloneReason: z.optional(releaseReason),
  /** Flags the report as critical, if its author did not. */
  isCritical: z.optional(z.boolean({ error: VALIDATION.invalid })),
})
export type ReleaseReport = z.output<typeof releaseReportBody>

export const releaseManyBody = z.object({
  items: bulkOf(z.object({ id: idField(), ...seen })),
})

export const returnReportForm = z.object({ reason: releaseReason })
export const returnReportBody = z.extend(returnReportForm, { revision: seen.revision })

/** The file stays unless `fileUrl` names a new upload. */
export const correctReportForm = z.extend(
  z.pick(publishReportBody, { title: true, remark: true, reportTypeId: true }),
  {
    /** To the person who sent the report back; ignored before. */
    reply: clearable(
      boundedMultiline(RELEASE_REPLY_LENGTH, VALIDATION.releaseReply, VALIDATION.releaseReply),
    ),
  },
)
export const correctReportBody = z.extend(correctReportForm, {
  fileUrl: z.optional(publishReportBody.shape.fileUrl),
  revision: seen.revision,
})
export type CorrectReport = z.output<typeof correctReportBody>

export const takeOverReportBody = z.object({ revision: seen.revision })

/** Required of a Doctor for a critical report, and of everyone who is not an author. */
export const discardReportBody = z.object({
  revision: seen.revision,
  reason: z.optional(releaseReason),
})
export type DiscardReport = z.output<typeof discardReportBody>
