import { blankable, boundedMultiline, boundedText, choiceField, idField } from './fields.ts'
import {
  CALL_OUTCOMES,
  CALLED_NUMBER_LENGTH,
  CALLED_PERSON_LENGTH,
  CALLED_ROLE_LENGTH,
  CRITICAL_CONTACTS_MAX,
  CRITICAL_TARGETS,
  NOTE_MAX_LENGTH,
  REASON_LENGTH,
  RELEASE_REASON_LENGTH,
  type CallOutcome,
  type CriticalTarget,
} from './limits.ts'
import { VALIDATION } from './messages.ts'
import { momentField } from './visits.forms.ts'
import { z } from './zod.ts'

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

/** A report that is published as critical. */
export const criticalOfReport = z.optional(z.boolean({ error: VALIDATION.invalid }))

export const criticalCallForm = z.object({
  person: boundedText(CALLED_PERSON_LENGTH, VALIDATION.calledPerson, VALIDATION.calledPerson),
  role: boundedText(CALLED_ROLE_LENGTH, VALIDATION.calledRole, VALIDATION.calledRole),
  /** As it was dialed, an extension for example. */
  phone: blankable(boundedText(CALLED_NUMBER_LENGTH, VALIDATION.calledNumber, VALIDATION.calledNumber)),
  beganAt: momentField,
  endedAt: momentField,
  readOut: blankable(
    boundedMultiline({ min: 1, max: NOTE_MAX_LENGTH }, VALIDATION.callReadOut, VALIDATION.noteTooLong),
  ),
  outcome: choiceField(CALL_OUTCOMES, VALIDATION.callOutcome),
})
export type CriticalCallFields = z.output<typeof criticalCallForm>

interface CheckedCall {
  beganAt: string
  endedAt: string
  readOut?: string | undefined
  outcome: CallOutcome
}

/** The clocks of browsers differ from the server's. */
const CLOCK_DIFFERENCE_MS = 60_000

/** Problems between the fields of a call. Times are ISO texts. */
export const criticalCallProblems = (
  { beganAt, endedAt, readOut, outcome }: CheckedCall,
  now: Date,
): { path: 'beganAt' | 'endedAt' | 'readOut'; message: string }[] => {
  const [began, ended] = [beganAt, endedAt].map((at) => new Date(at).getTime()) as [number, number]
  const latest = now.getTime() + CLOCK_DIFFERENCE_MS
  const problems: { path: 'beganAt' | 'endedAt' | 'readOut'; message: string }[] = []
  if (began > latest) problems.push({ path: 'beganAt', message: VALIDATION.callInFuture })
  if (ended < began) problems.push({ path: 'endedAt', message: VALIDATION.callEndsBeforeBeginning })
  else if (ended > latest) problems.push({ path: 'endedAt', message: VALIDATION.callInFuture })
  if (outcome !== 'not-reached' && readOut === undefined)
    problems.push({ path: 'readOut', message: VALIDATION.callReadOut })
  return problems
}

export const allowMessageBody = z.object({
  reason: boundedText(REASON_LENGTH, VALIDATION.typedReason, VALIDATION.textTooLong),
})

export const removeFlagBody = z.object({
  reason: boundedMultiline(RELEASE_REASON_LENGTH, VALIDATION.releaseReason, VALIDATION.releaseReason),
})
