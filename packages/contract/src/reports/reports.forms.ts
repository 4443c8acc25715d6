import { criticalOfReport } from '../critical/critical.forms.ts'
import {
  blankable,
  boundedMultiline,
  boundedText,
  choiceField,
  idField,
  multilineField,
  sha256FieldOf,
  textField,
  clearable,
} from '../fields/fields.ts'
import {
  NOTE_MAX_LENGTH,
  REMARK_LENGTH,
  REPORT_TITLE_LENGTH,
  TEXT_MAX_LENGTH,
  REPORT_TYPE_TITLE_LENGTH,
} from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { AMENDMENT_REASON_CODES, WITHDRAWAL_REASON_CODES } from '../reasons.ts'
import { visitOfReport } from '../visits/visits.forms.ts'
import { z } from '../zod.ts'

export const fileUrlField = z
  .string({ error: VALIDATION.file })
  .check(
    z.trim(),
    z.minLength(1, { error: VALIDATION.file }),
    z.maxLength(TEXT_MAX_LENGTH, { error: VALIDATION.fileAddress }),
  )

export const publishReportBody = z.object({
  title: boundedText(REPORT_TITLE_LENGTH, VALIDATION.titleTooShort, VALIDATION.titleTooLong),
  remark: blankable(boundedMultiline(REMARK_LENGTH, VALIDATION.remarkTooShort, VALIDATION.remarkTooLong)),
  reportTypeId: idField(VALIDATION.reportType),
  patientId: idField(VALIDATION.patient),
  fileUrl: fileUrlField,
  visitId: visitOfReport,
  isCritical: criticalOfReport,
})
export type PublishReport = z.output<typeof publishReportBody>

const noteField = blankable(
  multilineField().check(z.maxLength(NOTE_MAX_LENGTH, { error: VALIDATION.noteTooLong })),
)

// 'Other reason' requires a note.
const isExplained = z.refine<{ reason?: string | undefined; note?: string | undefined }>(
  ({ reason, note }) => reason !== 'other' || note !== undefined,
  { error: VALIDATION.otherReason, path: ['note'] },
)

/** The published version that the user saw; another current one is a conflict. */
export const seenReport = {
  version: idField(VALIDATION.outdatedPage),
  sha256: sha256FieldOf(VALIDATION.outdatedPage),
}
export interface SeenReport {
  version: number
  /** In hexadecimal. */
  sha256: string
}

const withdrawalReason = choiceField(WITHDRAWAL_REASON_CODES, VALIDATION.reason)

const withdrawal = z.nullish(
  z
    .object({
      reason: blankable(withdrawalReason),
      note: noteField,
      version: z.optional(seenReport.version),
      sha256: z.optional(seenReport.sha256),
    })
    .check(
      isExplained,
      z.refine(
        ({ reason, note, version, sha256 }) =>
          (version !== undefined && sha256 !== undefined) ||
          [reason, note, version, sha256].every((value) => value === undefined),
        { error: VALIDATION.outdatedPage, path: ['version'] },
      ),
    ),
)

/**
 * Screens require a reason and name what was seen. A call without any field is about all versions, and recorded as one
 * without a reason (AMB-27).
 */
export const withdrawReportBody = z.pipe(
  withdrawal,
  z.transform((body: z.output<typeof withdrawal>) => body ?? {}),
)

export type WithdrawReport = z.output<typeof withdrawReportBody>

export const withdrawReportForm = z.object({ reason: withdrawalReason, note: noteField }).check(isExplained)

export const amendReportBody = z
  .extend(z.omit(publishReportBody, { visitId: true, isCritical: true }), {
    reason: choiceField(AMENDMENT_REASON_CODES, VALIDATION.reason),
    note: noteField,
    /** The version that the amendment is based on; a different current version is a conflict. */
    version: blankable(idField(VALIDATION.invalid)),
    /** Hides the current version from the patient while the amendment awaits release. */
    suspends: z.optional(z.boolean({ error: VALIDATION.invalid })),
  })
  .check(isExplained)
export type AmendReport = z.output<typeof amendReportBody>

export const reassignReportBody = z.object({
  patientId: idField(VALIDATION.patient),
  note: noteField,
  ...seenReport,
  /** The order was for the wrong patient: its visit becomes the other patient's. Without it, the visit stays. */
  moveVisit: z.optional(z.boolean({ error: VALIDATION.invalid })),
})
export type ReassignReport = z.output<typeof reassignReportBody>

const LOINC = /^\d{1,7}-\d$/

/** Luhn's check digit. */
const isLoinc = (text: string): boolean => {
  if (!LOINC.test(text)) return false
  const digits = [...text.replace('-', '')].reverse().map(Number)
  const sum = digits.reduce((total, digit, at) => {
    const doubled = digit * 2
    return total + (at % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
const loincField = textField(VALIDATION.loinc).check(z.refine(isLoinc, { error: VALIDATION.loinc }))

export const reportTypeBody = z.object({
  title: boundedText(REPORT_TYPE_TITLE_LENGTH, VALIDATION.reportTypeTooShort, VALIDATION.reportTypeTooLong),
  description: clearable(
    multilineField().check(z.maxLength(TEXT_MAX_LENGTH, { error: VALIDATION.textTooLong })),
  ),
  isSensitive: z.optional(z.boolean()),
  loinc: clearable(loincField),
})
