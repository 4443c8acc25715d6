import {
  blankable,
  boundedMultiline,
  boundedText,
  choiceField,
  idField,
  sha256Field,
} from '../fields/fields.ts'
import {
  CALL_OUTCOMES,
  CALLED_NUMBER_LENGTH,
  CALLED_PERSON_LENGTH,
  CALLED_ROLE_LENGTH,
  CLOCK_DIFFERENCE_MS,
  CRITICAL_CONTACTS_MAX,
  CRITICAL_TARGETS,
  NOTE_MAX_LENGTH,
  REASON_LENGTH,
  RELEASE_REASON_LENGTH,
  TEXT_MAX_LENGTH,
  type CallOutcome,
  type CriticalTarget,
} from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { momentField } from '../visits/visits.forms.ts'
import { z } from '../zod.ts'

const targetField = z.number({ error: VALIDATION.criticalTarget }).check(
  z.refine((minutes): minutes is CriticalTarget => CRITICAL_TARGETS.some((one) => one === minutes), {
    error: VALIDATION.criticalTarget,
  }),
)
const contactsField = z
  .array(idField(VALIDATION.criticalContacts))
  .check(z.maxLength(CRITICAL_CONTACTS_MAX, { error: VALIDATION.criticalContacts }))

/** An update leaves absent fields as they are. */
export const criticalSettingsBody = z.object({
  isOn: z.optional(z.boolean({ error: VALIDATION.required })),
  targetMinutes: z.optional(targetField),
  halfwayUserIds: z.optional(contactsField),
  overdueUserIds: z.optional(contactsField),
})
export type CriticalSettingsChanges = z.output<typeof criticalSettingsBody>

/** Critical flag of the report to publish. */
export const criticalOfReport = z.optional(z.boolean({ error: VALIDATION.invalid }))

/** Version and file as shown to the caller; any other is a conflict. */
const seenVersion = { version: idField(VALIDATION.invalid), sha256: sha256Field }
const seenRevision = { revision: idField(VALIDATION.invalid), sha256: sha256Field }
export const seenVersionBody = z.object(seenVersion)
export const seenRevisionBody = z.object(seenRevision)
export interface SeenFile {
  /** For a published report. */
  version?: number | undefined
  /** For a report that awaits release. */
  revision?: number | undefined
  sha256: string
}

const callText = blankable(
  boundedText({ min: 1, max: TEXT_MAX_LENGTH }, VALIDATION.required, VALIDATION.textTooLong),
)

export const criticalCallForm = z.object({
  /** The person who called, if not the user who records it. */
  caller: callText,
  person: boundedText(CALLED_PERSON_LENGTH, VALIDATION.calledPerson, VALIDATION.calledPerson),
  role: boundedText(CALLED_ROLE_LENGTH, VALIDATION.calledRole, VALIDATION.calledRole),
  /** As dialed, for example with an extension. */
  phone: blankable(boundedText(CALLED_NUMBER_LENGTH, VALIDATION.calledNumber, VALIDATION.calledNumber)),
  beganAt: momentField,
  endedAt: momentField,
  readOut: blankable(
    boundedMultiline({ min: 1, max: NOTE_MAX_LENGTH }, VALIDATION.callReadOut, VALIDATION.noteTooLong),
  ),
  value: callText,
  unit: callText,
  /** The patient’s identifiers that were read out. */
  identifiers: callText,
  outcome: choiceField(CALL_OUTCOMES, VALIDATION.callOutcome),
})
export const versionCallBody = z.extend(criticalCallForm, seenVersion)
export const revisionCallBody = z.extend(criticalCallForm, seenRevision)
export type CriticalCallFields = z.output<typeof criticalCallForm>

const MINUTE_MS = 60_000

interface CheckedCall {
  beganAt: string
  endedAt: string
  readOut?: string | undefined
  identifiers?: string | undefined
  outcome: CallOutcome
}

interface CallProblem {
  path: 'beganAt' | 'endedAt' | 'readOut' | 'identifiers'
  message: string
}

/** Also for the outcome of a form, which may be empty. */
export const needsReadOut = (outcome: string): boolean => ['read-back', 'reached'].includes(outcome)

/** Problems between the fields of a call. Times are ISO texts. */
export const criticalCallProblems = (
  { beganAt, endedAt, readOut, identifiers, outcome }: CheckedCall,
  now: Date,
): CallProblem[] => {
  const [began, ended] = [beganAt, endedAt].map((at) => new Date(at).getTime()) as [number, number]
  const latest = now.getTime() + CLOCK_DIFFERENCE_MS
  const problems: CallProblem[] = []
  if (began > latest) problems.push({ path: 'beganAt', message: VALIDATION.callInFuture })
  if (ended < began) problems.push({ path: 'endedAt', message: VALIDATION.callEndsBeforeBeginning })
  else if (ended > latest) problems.push({ path: 'endedAt', message: VALIDATION.callInFuture })
  if (needsReadOut(outcome) && readOut === undefined)
    problems.push({ path: 'readOut', message: VALIDATION.callReadOut })
  if (outcome === 'read-back' && identifiers === undefined)
    problems.push({ path: 'identifiers', message: VALIDATION.callIdentifiers })
  return problems
}

/**
 * A call before the flag, or about an earlier file, proves nothing. Forms name whole minutes: a call that ended in the
 * minute of a correction may have ended after it.
 * @param result when it was flagged, and when its file was corrected since
 */
export const isCallBefore = (
  { beganAt, endedAt }: Pick<CheckedCall, 'beganAt' | 'endedAt'>,
  { flaggedAt, correctedAt }: { flaggedAt: string; correctedAt: string | null },
): boolean => {
  const [began, ended, flagged, corrected] = [beganAt, endedAt, flaggedAt, correctedAt ?? 0].map((at) =>
    new Date(at).getTime(),
  ) as [number, number, number, number]
  const latestEnd = ended % MINUTE_MS === 0 ? ended + MINUTE_MS - 1 : ended
  return began < Math.max(flagged, corrected) - CLOCK_DIFFERENCE_MS || latestEnd < corrected
}

export const allowMessageForm = z.object({
  reason: boundedText(REASON_LENGTH, VALIDATION.typedReason, VALIDATION.textTooLong),
})
export const allowMessageBody = z.extend(allowMessageForm, seenVersion)

export const removeFlagForm = z.object({
  reason: boundedMultiline(RELEASE_REASON_LENGTH, VALIDATION.releaseReason, VALIDATION.releaseReason),
})
export const removeFlagBody = z.extend(removeFlagForm, {
  ...seenVersion,
  version: z.optional(seenVersion.version),
  revision: z.optional(seenRevision.revision),
})
