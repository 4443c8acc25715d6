import { criticalOfReport } from '../critical/critical.forms.ts'
import {
  blankable,
  boundedMultiline,
  boundedText,
  choiceField,
  clearable,
  idField,
  multilineField,
} from '../fields/fields.ts'
import {
  INBOX_PATTERN_LENGTH,
  INBOX_PUBLISH_MAX,
  INBOX_RULES_MAX,
  INBOX_RULE_TEXT_LENGTH,
  NOTE_MAX_LENGTH,
  REMARK_LENGTH,
  REPORT_TITLE_LENGTH,
} from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { AMENDMENT_REASON_CODES, REJECTION_REASON_CODES, WITHDRAWAL_REASON_CODES } from '../reasons.ts'
import { seenReport } from '../reports/reports.forms.ts'
import { visitOfReport } from '../visits/visits.forms.ts'
import { z } from '../zod.ts'

/**
 * Problems of an item besides its match. `superseded`: replaced by a later message of the sender;
 * `withdrawn-by-sender`; `not-final`: preliminary results; `already-published`: another report has the same file;
 * `already-awaiting`: another report with the same file awaits release;
 * `no-earlier-report`: the sender amends or withdraws an unknown report; `critical`: a person has to publish it.
 */
export const INBOX_PROBLEMS = [
  'superseded',
  'withdrawn-by-sender',
  'not-final',
  'already-published',
  'already-awaiting',
  'no-earlier-report',
  'critical',
] as const
export type InboxProblem = (typeof INBOX_PROBLEMS)[number]

/**
 * Notices that a person has to see before publishing. `order-of-other-patient`: the number of the order was used for another
 * patient; `order-of-other-visit`: the order's visit has other dates; `referrer-differs`: it has another referrer;
 * `visit-changed`: a report is published, and its order has other times or another referrer now. The others quote a
 * value that could not be read.
 */
export const INBOX_NOTICES = [
  'order-of-other-patient',
  'order-of-other-visit',
  'referrer-differs',
  'visit-changed',
  'collected-unclear',
  'received-unclear',
  'referrer-unclear',
] as const
export const INBOX_NOTICES_MAX = 10

export const inboxNotice = z.object({ code: z.enum(INBOX_NOTICES), value: z.nullable(z.string()) })
export type InboxNotice = z.output<typeof inboxNotice>

const titleField = boundedText(REPORT_TITLE_LENGTH, VALIDATION.titleTooShort, VALIDATION.titleTooLong)
const remarkField = blankable(
  boundedMultiline(REMARK_LENGTH, VALIDATION.remarkTooShort, VALIDATION.remarkTooLong),
)
const noteField = blankable(
  multilineField().check(z.maxLength(NOTE_MAX_LENGTH, { error: VALIDATION.noteTooLong })),
)
// 'Other reason' requires a note.
const isExplained = z.refine<{ reason?: string | undefined; note?: string | undefined }>(
  ({ reason, note }) => reason !== 'other' || note !== undefined,
  { error: VALIDATION.otherReason, path: ['note'] },
)

// Runs even when a field is invalid, so that a form shows all its errors.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

const reportFields = {
  reportTypeId: idField(VALIDATION.reportType),
  title: titleField,
  remark: remarkField,
}

export const inboxPublishForm = z.object({
  patientId: idField(VALIDATION.patient),
  ...reportFields,
  visitId: visitOfReport,
  isCritical: criticalOfReport,
  /** The person has seen that the visit of the order has another referrer or other dates. */
  isVisitConfirmed: z.optional(z.boolean({ error: VALIDATION.invalid })),
})
export type InboxPublish = z.output<typeof inboxPublishForm>

/** The green items of one confirmation, each with the values that the confirmation listed. */
export const inboxPublishMatchedBody = z.object({
  items: z
    .array(
      z.object({
        id: idField(),
        patientId: idField(VALIDATION.patient),
        reportTypeId: idField(VALIDATION.reportType),
        title: titleField,
      }),
    )
    .check(z.minLength(1), z.maxLength(INBOX_PUBLISH_MAX)),
})
export type InboxPublishMatched = z.output<typeof inboxPublishMatchedBody>

export const inboxAmendForm = z
  .object({
    reportId: idField(),
    /** The version shown next to the item; a different current version is a conflict. */
    version: idField(),
    ...reportFields,
    isCritical: criticalOfReport,
    isVisitConfirmed: z.optional(z.boolean({ error: VALIDATION.invalid })),
    reason: choiceField(AMENDMENT_REASON_CODES, VALIDATION.reason),
    note: noteField,
  })
  .check(isExplained)
export type InboxAmend = z.output<typeof inboxAmendForm>

export const inboxWithdrawForm = z
  .object({
    reportId: idField(),
    /** The report shown next to the item. */
    ...seenReport,
    reason: choiceField(WITHDRAWAL_REASON_CODES, VALIDATION.reason),
    note: noteField,
  })
  .check(isExplained)
export type InboxWithdraw = z.output<typeof inboxWithdrawForm>

export const inboxRejectForm = z
  .object({ reason: choiceField(REJECTION_REASON_CODES, VALIDATION.reason), note: noteField })
  .check(isExplained)
export type InboxReject = z.output<typeof inboxRejectForm>

export const inboxReviewBody = z.object({
  ids: z.array(idField()).check(z.minLength(1), z.maxLength(INBOX_PUBLISH_MAX)),
})

export const inboxSetTypeBody = z.object({
  ids: z.array(idField()).check(z.minLength(1), z.maxLength(INBOX_PUBLISH_MAX)),
  reportTypeId: idField(VALIDATION.reportType),
})
export type InboxSetType = z.output<typeof inboxSetTypeBody>

/** Fields of a file name pattern, written in braces; other characters match literally. */
export const FILE_NAME_FIELDS = ['patientId', 'emrId', 'name', 'dateOfBirth', 'ignore'] as const
export type FileNameField = (typeof FILE_NAME_FIELDS)[number]

const PATTERN_ERROR = `Please use fields such as {emrId}, each once, with a character between them`

/** Undefined if a pattern has an unknown or repeated field, or two adjacent fields, which would be ambiguous. */
export const fileNamePatternParts = (
  pattern: string,
): ({ field: FileNameField } | { literal: string })[] | undefined => {
  const parts: ({ field: FileNameField } | { literal: string })[] = []
  const seen = new Set<string>()
  for (const part of pattern.split(/(\{[^{}]*\})/).filter((one) => one !== '')) {
    if (!part.startsWith('{') && /[{}]/.test(part)) return undefined
    if (!part.startsWith('{')) {
      parts.push({ literal: part })
      continue
    }
    const name = FILE_NAME_FIELDS.find((one) => one === part.slice(1, -1))
    const previous = parts.at(-1)
    if (!name || (previous && 'field' in previous) || (name !== 'ignore' && seen.has(name))) return undefined
    seen.add(name)
    parts.push({ field: name })
  }
  return seen.size > 0 ? parts : undefined
}

const fileNamePatternField = boundedText(INBOX_PATTERN_LENGTH, PATTERN_ERROR, PATTERN_ERROR).check(
  z.refine((pattern) => fileNamePatternParts(pattern) !== undefined, { error: PATTERN_ERROR }),
)

const RULE_TEXT_ERROR = `Please use ${INBOX_RULE_TEXT_LENGTH.min} to ${INBOX_RULE_TEXT_LENGTH.max} characters`

/** Assigns a report type and title; ignores case and spacing. */
export const inboxRuleForm = z
  .object({
    /** `any` applies to every file and needs no text. */
    field: z.enum(['text', 'fileName', 'any'], { error: VALIDATION.invalid }),
    contains: blankable(boundedText(INBOX_RULE_TEXT_LENGTH, RULE_TEXT_ERROR, RULE_TEXT_ERROR)),
    reportTypeId: idField(VALIDATION.reportType),
    title: titleField,
  })
  .check(
    z.refine(({ field, contains }) => field === 'any' || contains !== undefined, {
      error: RULE_TEXT_ERROR,
      path: ['contains'],
      ...always,
    }),
  )

export const inboxSettingsForm = z.object({
  fileNamePattern: clearable(fileNamePatternField),
  rules: z.array(inboxRuleForm).check(z.maxLength(INBOX_RULES_MAX)),
})
export type InboxSettingsFields = z.output<typeof inboxSettingsForm>
