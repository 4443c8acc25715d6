import { allowMessageBody, criticalCallForm, criticalSettingsBody, removeFlagBody } from './critical.forms.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { insightQuery } from './insights.contract.ts'
import { CALL_OUTCOMES } from './limits.ts'
import {
  idParams,
  limitField,
  pageField,
  paginationSchema,
  savedAt,
  seenAt,
  timestamp,
} from './query-fields.ts'
import { z } from './zod.ts'

export const CRITICAL_CAUSES = ['flagged', 'corrected', 'reassigned'] as const
/** `mistaken`: a Doctor removed the flag. `joined`: the clock of the published report runs on. */
export const CRITICAL_CLOSINGS = ['read-back', 'withdrawn', 'reassigned', 'mistaken', 'joined'] as const
export const CRITICAL_LISTS = ['open', 'closed'] as const
export type CriticalList = (typeof CRITICAL_LISTS)[number]

const person = z.object({ fullName: z.string() })
const colleague = z.object({ id: z.number(), fullName: z.string() })

const criticalSettingsSchema = z.object({
  isOn: z.boolean(),
  targetMinutes: z.number(),
  /** Told after half of the target. */
  halfway: z.array(colleague),
  /** Told with the others after the whole target, and every 15 minutes. Without any person, every Doctor is told. */
  overdue: z.array(colleague),
})
export type CriticalSettings = z.output<typeof criticalSettingsSchema>

export const criticalCallSchema = z.object({
  id: z.number(),
  by: person,
  person: z.string(),
  role: z.string(),
  phone: z.nullable(z.string()),
  beganAt: timestamp,
  endedAt: timestamp,
  readOut: z.nullable(z.string()),
  outcome: z.enum(CALL_OUTCOMES),
  recordedAt: timestamp,
})
export type CriticalCall = z.output<typeof criticalCallSchema>

const clockFields = {
  id: z.number(),
  flaggedAt: timestamp,
  dueAt: timestamp,
  targetMinutes: z.number(),
  /** How often people were told that nobody had read it back. */
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
  messageAllowed: z.nullable(z.object({ at: timestamp, by: person, reason: z.nullable(z.string()) })),
  calls: z.array(criticalCallSchema),
})
export type CriticalResult = z.output<typeof criticalResultSchema>

const criticalOfReportSchema = z.object({
  isUsed: z.boolean(),
  /** Newest first; at most the first is open. */
  results: z.array(criticalResultSchema),
  /** Who referred the patient, to be called. */
  referrer: z.nullable(z.object({ name: z.string(), role: z.string(), phone: z.nullable(z.string()) })),
})
export type CriticalOfReport = z.output<typeof criticalOfReportSchema>

export const listedCriticalSchema = z.object({
  ...clockFields,
  report: z.object({ id: z.number(), title: z.string() }),
  /** The id is that of a report that awaits release. */
  awaitsRelease: z.boolean(),
  patient: z.object({ id: z.number(), fullName: z.string() }),
  lab: z.object({ name: z.string() }),
  calls: z.number(),
})
export type ListedCritical = z.output<typeof listedCriticalSchema>

const criticalCountsSchema = z.object({
  open: z.number(),
  late: z.number(),
  nextDueAt: z.nullable(timestamp),
})
export type CriticalCounts = z.output<typeof criticalCountsSchema>

const criticalTimesSchema = z.object({
  isUsed: z.boolean(),
  /** Read back, or open beyond the target. */
  counted: z.number(),
  withinTarget: z.number(),
  open: z.number(),
  /** Flags that were removed; they count nowhere else. */
  mistaken: z.number(),
  /** Ended without a read-back, because the report was withdrawn or discarded; they count nowhere else. */
  withdrawn: z.number(),
  medianSeconds: z.nullable(z.number()),
  p90Seconds: z.nullable(z.number()),
})
export type CriticalTimes = z.output<typeof criticalTimesSchema>

export const criticalEndpoints = {
  getCriticalSettings: defineEndpoint({
    method: 'GET',
    path: '/lab/getCriticalSettings/:id',
    access: 'staff',
    summary: 'Whether a lab uses critical results, its target, and who is told',
    params: idParams,
    response: envelope({ data: z.extend(criticalSettingsSchema, savedAt) }),
  }),
  updateCriticalSettings: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateCriticalSettings/:id',
    access: 'labs:view',
    summary: 'Change a lab’s use of critical results; it cannot be turned off while one is open',
    params: idParams,
    body: z.extend(criticalSettingsBody, seenAt),
    response: envelope({ data: z.extend(criticalSettingsSchema, savedAt) }),
  }),
  getOfReport: defineEndpoint({
    method: 'GET',
    path: '/critical/getByReportId/:id',
    access: 'reports:view',
    patientData: 'view',
    summary: 'How often a report was critical, with the calls about it, newest first',
    params: idParams,
    response: envelope({ data: criticalOfReportSchema }),
  }),
  getOfUnreleased: defineEndpoint({
    method: 'GET',
    path: '/critical/getByUnreleasedId/:id',
    access: 'reports:publish',
    patientData: 'view',
    summary: 'The same of a report that awaits release, for its authors and those who may release it',
    params: idParams,
    response: envelope({ data: criticalOfReportSchema }),
  }),
  flag: defineEndpoint({
    method: 'POST',
    path: '/critical/flag/:id',
    access: 'critical:edit',
    idempotent: true,
    patientData: 'change',
    summary: 'Flag a report as critical: its clock starts',
    params: idParams,
    response: envelope({ data: criticalOfReportSchema }),
  }),
  flagUnreleased: defineEndpoint({
    method: 'POST',
    path: '/critical/flagUnreleased/:id',
    access: 'critical:edit',
    idempotent: true,
    patientData: 'change',
    summary: 'Flag a report that awaits release as critical: its clock starts, and runs on after the release',
    params: idParams,
    response: envelope({ data: criticalOfReportSchema }),
  }),
  recordCall: defineEndpoint({
    method: 'POST',
    path: '/critical/recordCall/:id',
    access: 'critical:edit',
    idempotent: true,
    patientData: 'change',
    summary:
      'Record a call about a critical report; only one that was read back closes it. Calls never change.',
    params: idParams,
    body: criticalCallForm,
    response: envelope({ data: criticalOfReportSchema }),
  }),
  recordUnreleasedCall: defineEndpoint({
    method: 'POST',
    path: '/critical/recordUnreleasedCall/:id',
    access: 'critical:edit',
    idempotent: true,
    patientData: 'change',
    summary: 'Record a call about a critical report that awaits release',
    params: idParams,
    body: criticalCallForm,
    response: envelope({ data: criticalOfReportSchema }),
  }),
  removeFlag: defineEndpoint({
    method: 'POST',
    path: '/critical/removeFlag/:id',
    access: 'critical:remove-flag',
    idempotent: true,
    patientData: 'change',
    summary: 'Remove the flag of an open critical result that was flagged by mistake; its calls are kept',
    params: idParams,
    body: removeFlagBody,
    response: envelope({ data: criticalOfReportSchema }),
  }),
  allowMessage: defineEndpoint({
    method: 'POST',
    path: '/critical/allowMessage/:id',
    access: 'critical:allow-message',
    idempotent: true,
    patientData: 'change',
    summary: 'Let messages to the patient go before a critical report is read back',
    params: idParams,
    body: allowMessageBody,
    response: envelope({ data: criticalOfReportSchema }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/critical/getAll',
    access: 'reports:view',
    patientData: 'list',
    summary: 'Critical reports that nobody has read back, first due first, or those read back, newest first',
    query: z.object({ page: pageField, limit: limitField, list: z.catch(z.enum(CRITICAL_LISTS), 'open') }),
    response: envelope({ data: z.array(listedCriticalSchema), pagination: paginationSchema }),
  }),
  count: defineEndpoint({
    method: 'GET',
    path: '/critical/getCounts',
    access: 'reports:view',
    summary: 'How many critical reports are open and late, and when the next one is late',
    response: envelope({ data: criticalCountsSchema }),
  }),
  times: defineEndpoint({
    method: 'GET',
    path: '/insights/critical',
    access: 'insights:view',
    summary: 'How soon critical reports of a period were read back; of the newest 100,000',
    query: insightQuery,
    response: envelope({ data: criticalTimesSchema }),
  }),
}
