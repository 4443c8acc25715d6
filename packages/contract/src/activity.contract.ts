import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { limitField, pageField, paginationSchema, timestamp } from './fields.ts'

/** Tabs of the activity log: everything, my own actions, and what the service did by itself (AMB-87). */
export const ACTIVITY_TABS = ['all', 'self', 'system'] as const
export type ActivityTab = (typeof ACTIVITY_TABS)[number]

export const activityEntrySchema = z.object({
  id: z.number(),
  at: timestamp,
  /** Null when the service itself acted. */
  actor: z.object({ id: z.number(), fullName: z.string(), role: z.string() }).nullable(),
  lab: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Machine word, e.g. `report.publish`. */
  action: z.string(),
  object: z.object({ type: z.string(), id: z.number() }).nullable(),
  /** A short human sentence. */
  summary: z.string(),
})
export type ActivityEntry = z.output<typeof activityEntrySchema>

export const activityEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/activity/getAll',
    access: 'users:view',
    summary: 'Who did what and when, newest first',
    query: z.object({ tab: z.enum(ACTIVITY_TABS).catch('all'), page: pageField, limit: limitField }),
    response: envelope({ data: z.array(activityEntrySchema), pagination: paginationSchema }),
  }),
}
