import { ACTIVITY_ACTION_KEYS } from './activity-actions.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import {
  dateRangeFields,
  idFilter,
  idParams,
  limitField,
  pageField,
  paginationSchema,
  timestamp,
} from '../fields/query-fields.ts'
import { ACTIVITY_KINDS, ACTIVITY_TABS } from '../limits.ts'
import { z } from '../zod.ts'

export const ACTIVITY_OBJECTS = ['patient', 'report', 'report-type', 'user', 'lab', 'integration'] as const
export type ActivityObject = (typeof ACTIVITY_OBJECTS)[number]

export const activityEntrySchema = z.object({
  id: z.number(),
  at: timestamp,
  /** Null for actions of the service. A connected system has no id. */
  actor: z.nullable(z.object({ id: z.nullable(z.number()), fullName: z.string(), role: z.string() })),
  lab: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** A key of ACTIVITY_ACTIONS; older entries may contain other values. */
  action: z.string(),
  object: z.nullable(z.object({ type: z.string(), id: z.number() })),
  summary: z.string(),
  address: z.nullable(z.string()),
})
export type ActivityEntry = z.output<typeof activityEntrySchema>

export const listedEntrySchema = z.extend(activityEntrySchema, {
  /** The surviving record of the patient, or of the report's patient; null once deleted. */
  patient: z.nullable(z.object({ id: z.number(), fullName: z.string() })),
})
export type ListedEntry = z.output<typeof listedEntrySchema>

/** Invalid values are ignored. */
export const activityFilter = z.object({
  tab: z.catch(z.enum(ACTIVITY_TABS), 'all'),
  /** Views of records, or everything else. */
  kind: z.catch(z.optional(z.enum(ACTIVITY_KINDS)), undefined),
  actorId: idFilter,
  action: z.catch(z.optional(z.enum(ACTIVITY_ACTION_KEYS)), undefined),
  objectType: z.catch(z.optional(z.enum(ACTIVITY_OBJECTS)), undefined),
  objectId: idFilter,
  ...dateRangeFields,
})
export type ActivityFilter = z.output<typeof activityFilter>

const history = envelope({ data: z.array(activityEntrySchema) })

export const activityEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/activity/getAll',
    access: 'users:view',
    patientData: 'list',
    summary: 'Who did what and when, newest first; counts and pages up to 10,000 rows of a filter',
    query: z.extend(activityFilter, { page: pageField, limit: limitField }),
    response: envelope({ data: z.array(listedEntrySchema), pagination: paginationSchema }),
  }),
  exportCsv: defineEndpoint({
    method: 'GET',
    path: '/activity/export',
    access: 'users:view',
    summary: 'The filtered log as a CSV file, streamed',
    query: activityFilter,
    response: 'file',
    file: 'export',
  }),
  historyOfPatient: defineEndpoint({
    method: 'GET',
    path: '/activity/ofPatient/:id',
    access: 'patients:edit',
    summary: 'Who viewed, changed or published for a patient in scope: the latest 200 entries',
    params: idParams,
    response: history,
  }),
  historyOfReport: defineEndpoint({
    method: 'GET',
    path: '/activity/ofReport/:id',
    access: 'patients:edit',
    summary: 'Who viewed, opened or downloaded a report in scope: the latest 200 entries',
    params: idParams,
    response: history,
  }),
  recordPrint: defineEndpoint({
    method: 'POST',
    path: '/activity/print',
    changes: ['activity'],
    access: 'patients:view',
    summary: 'Record that a patient’s or a report’s page is about to be printed',
    body: z.object({
      type: z.enum(['patient', 'report']),
      id: z.union([idParams.shape.id, z.number().check(z.int(), z.positive())]),
    }),
    response: envelope({}),
  }),
}
