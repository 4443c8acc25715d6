import { SEND_CHANNELS } from '../deliveries/deliveries.forms.ts'
import { CALL_OUTCOMES, GENDERS } from '../limits.ts'
import { timestamp } from '../fields/query-fields.ts'
import { z } from '../zod.ts'

export const CRITICAL_CAUSES = ['flagged', 'corrected', 'reassigned'] as const
/** `mistaken`: a Doctor removed the flag. `joined`: the clock of the published report runs on. */
export const CRITICAL_CLOSINGS = ['read-back', 'withdrawn', 'reassigned', 'mistaken', 'joined'] as const
export const CRITICAL_LISTS = ['open', 'closed'] as const
export type CriticalList = (typeof CRITICAL_LISTS)[number]

const person = z.object({ fullName: z.string() })
const colleague = z.object({ id: z.number(), fullName: z.string() })

export const criticalSettingsSchema = z.object({
  isOn: z.boolean(),
  targetMinutes: z.number(),
  /** Told after half of the target. */
  halfway: z.array(colleague),
  /**
   * Told with the others after the whole target, and every 15 minutes. Without any person who can be reached, every
   * Doctor of the lab is told, and without them every Admin.
   */
  overdue: z.array(colleague),
})
export type CriticalSettings = z.output<typeof criticalSettingsSchema>

/** The published version or the revision that awaited release; null in calls of early versions of the program. */
const aboutFields = {
  version: z.nullable(z.number()),
  revision: z.nullable(z.number()),
  /** SHA-256 of the file, in hexadecimal. */
  sha256: z.nullable(z.string()),
}

export const criticalCallSchema = z.object({
  id: z.number(),
  ...aboutFields,
  /** Recorder. */
  by: person,
  /** The person who called. */
  caller: z.string(),
  person: z.string(),
  role: z.string(),
  phone: z.nullable(z.string()),
  beganAt: timestamp,
  endedAt: timestamp,
  readOut: z.nullable(z.string()),
  value: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  identifiers: z.nullable(z.string()),
  outcome: z.enum(CALL_OUTCOMES),
  recordedAt: timestamp,
})
export type CriticalCall = z.output<typeof criticalCallSchema>

const calledPersonSchema = z.object({
  person: z.string(),
  role: z.string(),
  phone: z.nullable(z.string()),
})
export type CalledPerson = z.output<typeof calledPersonSchema>

/** `canceled`: the result was closed, or a later message told the person. */
export const CRITICAL_NOTICE_STATES = [
  'queued',
  'sending',
  'accepted',
  'refused',
  'unconfirmed',
  'canceled',
] as const

export const criticalNoticeSchema = z.object({
  step: z.number(),
  person,
  channel: z.enum(SEND_CHANNELS),
  state: z.enum(CRITICAL_NOTICE_STATES),
  /** Time of the last attempt, or of the end. */
  at: timestamp,
  /** True when an attempt failed and another follows. */
  isRetried: z.boolean(),
})
export type CriticalNotice = z.output<typeof criticalNoticeSchema>

const clockFields = {
  id: z.number(),
  flaggedAt: timestamp,
  dueAt: timestamp,
  targetMinutes: z.number(),
  /** Steps of the escalation with a message that a mail server or SMS gateway accepted. */
  escalations: z.number(),
  informedAt: z.nullable(timestamp),
}

export const criticalResultSchema = z.object({
  ...clockFields,
  cause: z.enum(CRITICAL_CAUSES),
  flaggedBy: person,
  closed: z.nullable(
    z.object({
      at: timestamp,
      by: z.nullable(person),
      as: z.enum(CRITICAL_CLOSINGS),
      /** Why the flag was removed. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** Version and file of the clock, also after it has closed. */
  about: z.object(aboutFields),
  messageAllowed: z.nullable(
    z.object({
      at: timestamp,
      by: person,
      reason: z.nullable(z.string()),
      version: z.nullable(z.number()),
      /** A later version of the report ended it. */
      isEnded: z.boolean(),
    }),
  ),
  calls: z.array(criticalCallSchema),
  /** Messages, newest first. */
  notices: z.array(criticalNoticeSchema),
  /** True for results of a restored backup: no notices before an Admin confirms. */
  awaitsConfirmation: z.boolean(),
})
export type CriticalResult = z.output<typeof criticalResultSchema>

/** The referrer, to be called. */
const referrerField = z.nullable(
  z.object({ name: z.string(), role: z.string(), phone: z.nullable(z.string()) }),
)

export const criticalOfReportSchema = z.object({
  isUsed: z.boolean(),
  /** Newest first; at most the first is open. */
  results: z.array(criticalResultSchema),
  referrer: referrerField,
})
export type CriticalOfReport = z.output<typeof criticalOfReportSchema>

export const listedCriticalSchema = z.object({
  ...clockFields,
  report: z.object({ id: z.number(), title: z.string() }),
  /** The id is that of a report that awaits release. */
  awaitsRelease: z.boolean(),
  /** With the identifiers that a call reads out. */
  patient: z.object({
    id: z.number(),
    fullName: z.string(),
    dateOfBirth: z.string(),
    gender: z.nullable(z.enum(GENDERS)),
  }),
  lab: z.object({ name: z.string() }),
  calls: z.number(),
  about: z.object(aboutFields),
  referrer: referrerField,
  /** The last calls, the newest last. */
  called: z.array(z.extend(calledPersonSchema, { outcome: z.enum(CALL_OUTCOMES) })),
  /** The messages of the last step. */
  told: z.array(criticalNoticeSchema),
})
export type ListedCritical = z.output<typeof listedCriticalSchema>

export const criticalCountsSchema = z.object({
  open: z.number(),
  late: z.number(),
  nextDueAt: z.nullable(timestamp),
  /** For Admins: open results of a restored backup without notices yet. */
  restored: z.number(),
})
export type CriticalCounts = z.output<typeof criticalCountsSchema>

export const criticalTimesSchema = z.object({
  isUsed: z.boolean(),
  /** Read back, or open beyond the target. */
  counted: z.number(),
  withinTarget: z.number(),
  /** Now, flagged at any time, as the lists of the caller show. */
  open: z.number(),
  /** Read back by a call that was recorded more than 15 minutes after its end. */
  recordedLate: z.number(),
  /** Flags that were removed; they count nowhere else. */
  mistaken: z.number(),
  /** Ended without a read-back, because the report was withdrawn or discarded; they count nowhere else. */
  withdrawn: z.number(),
  medianSeconds: z.nullable(z.number()),
  p90Seconds: z.nullable(z.number()),
})
export type CriticalTimes = z.output<typeof criticalTimesSchema>
