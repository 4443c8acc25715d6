import { defineEndpoint, envelope } from '../endpoint.ts'
import { VISIT_TYPES_MAX } from '../limits.ts'
import { idListOf, idParams, savedAt, seenAt, timestamp } from '../fields/query-fields.ts'
import { turnaroundBody } from './turnaround.forms.ts'
import { momentField } from './visits.forms.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

const part = { from: z.string(), to: z.string() }
/** A part that does not end after it begins ends on the next day. */
const hoursSchema = z.object({ ...part, second: z.optional(z.object(part)) })
/** Null: closed. */
const dayHours = z.nullable(hoursSchema)

const turnaroundSettingsSchema = z.object({
  /** Sorted by title. A type without a target is never late. */
  targets: z.array(z.object({ reportTypeId: z.number(), title: z.string(), minutes: z.number() })),
  /** From Monday. */
  week: z.array(dayHours),
  /** Sorted by date. They override the week and seasons. */
  holidays: z.array(z.object({ date: z.string(), name: z.string(), hours: dayHours })),
  /** Sorted by first day. Other hours of the days on which the week is open. */
  seasons: z.array(
    z.object({ name: z.string(), fromDate: z.string(), toDate: z.string(), hours: hoursSchema }),
  ),
})
export type TurnaroundSettings = z.output<typeof turnaroundSettingsSchema>
export type WorkingCalendar = Omit<TurnaroundSettings, 'targets'>

const readyTimeSchema = z.object({
  reportTypeId: z.number(),
  /** Median working minutes of recent reports; null for a few. */
  usualMinutes: z.nullable(z.number()),
  /** Null without a target of the lab. */
  targetAt: z.nullable(timestamp),
})
export type ReadyTime = z.output<typeof readyTimeSchema>

export const turnaroundEndpoints = {
  getReadyTimes: defineEndpoint({
    method: 'GET',
    path: '/lab/getReadyTimes/:id',
    shows: 'labs',
    access: 'patients:view',
    summary: 'When reports of types are usually ready, and should be by the targets of the lab',
    params: idParams,
    query: z.object({
      types: idListOf(VISIT_TYPES_MAX),
      /** Received at; now by default. */
      from: z.catch(z.optional(momentField), undefined),
    }),
    response: envelope({ data: z.array(readyTimeSchema) }),
  }),
  getSettings: defineEndpoint({
    method: 'GET',
    path: '/lab/getTurnaround/:id',
    shows: 'labs',
    access: 'labs:view',
    summary: 'How many working minutes reports may take, by type, and when the lab works',
    params: idParams,
    response: envelope({ data: z.extend(turnaroundSettingsSchema, savedAt) }),
  }),
  updateSettings: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateTurnaround/:id',
    changes: ['labs', 'visits', 'dashboard'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Change targets or the calendar of a lab; each list replaces the stored one',
    params: idParams,
    body: z.extend(turnaroundBody, seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(turnaroundSettingsSchema, savedAt) }),
  }),
}
