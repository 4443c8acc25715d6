import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { idParams, limitField, pageField, paginationSchema, plainDate, timestamp } from './fields.ts'

/** Tabs of the activity log: everything, my own actions, and what the service did by itself (AMB-87). */
export const ACTIVITY_TABS = ['all', 'self', 'system'] as const
export type ActivityTab = (typeof ACTIVITY_TABS)[number]

/** Everything that goes on record, in the words of a filter. */
export const ACTIVITY_ACTIONS = {
  'session.create': 'Signed in',
  'session.refuse': 'Sign-in refused',
  'session.end': 'Signed out',
  'session.end-others': 'Signed out elsewhere',
  'access.refuse': 'Permission refused',
  'user.create': 'User added',
  'user.update': 'User changed',
  'user.invite': 'User invited',
  'user.deactivate': 'User deactivated',
  'user.reactivate': 'User reactivated',
  'user.reset-password': 'Password reset',
  'user.change-password': 'Password changed',
  'user.second-factor': 'Second factor changed',
  'lab.create': 'Lab added',
  'lab.update': 'Lab changed',
  'lab.delete': 'Lab deleted',
  'patient.create': 'Patient registered',
  'patient.update': 'Patient changed',
  'patient.view': 'Patient viewed',
  'patient.delete': 'Patient deleted',
  'patient.merge': 'Patient records merged',
  'patient.undo-merge': 'Merge undone',
  'patient.import': 'Patients imported',
  'report-type.create': 'Report type added',
  'report-type.update': 'Report type changed',
  'report-type.delete': 'Report type deleted',
  'file.upload': 'File uploaded',
  'file.remove': 'File removed',
  'report.publish': 'Report published',
  'report.amend': 'Report amended',
  'report.withdraw': 'Report withdrawn',
  'report.republish': 'Report published for the right patient',
  'report.view': 'Report viewed',
  'report.preview': 'Report file opened',
  'report.download': 'Report downloaded',
  'record.print': 'Printed',
  'data.export': 'Data exported',
  'settings.update': 'Settings changed',
  'mail.send': 'Mail sent',
  'service.start': 'Service started',
  'service.stop': 'Service stopped',
} as const
export type ActivityAction = keyof typeof ACTIVITY_ACTIONS
export const ACTIVITY_ACTION_KEYS = Object.keys(ACTIVITY_ACTIONS) as [ActivityAction, ...ActivityAction[]]

export const ACTIVITY_OBJECTS = ['patient', 'report', 'report-type', 'user', 'lab'] as const
export type ActivityObject = (typeof ACTIVITY_OBJECTS)[number]

export const activityEntrySchema = z.object({
  id: z.number(),
  at: timestamp,
  /** Null when the service itself acted. */
  actor: z.object({ id: z.number(), fullName: z.string(), role: z.string() }).nullable(),
  lab: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** A key of ACTIVITY_ACTIONS; an older entry may hold another word. */
  action: z.string(),
  object: z.object({ type: z.string(), id: z.number() }).nullable(),
  /** A short human sentence. */
  summary: z.string(),
  /** The network address the request came from. */
  address: z.string().nullable(),
})
export type ActivityEntry = z.output<typeof activityEntrySchema>

const optionalId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined)
const optionalDate = z
  .preprocess((value) => (value === '' ? undefined : value), plainDate.optional())
  .catch(undefined)

/** Filters of the log; a value that makes no sense counts as absent. */
export const activityFilter = z.object({
  tab: z.enum(ACTIVITY_TABS).catch('all'),
  actorId: optionalId,
  action: z.enum(ACTIVITY_ACTION_KEYS).optional().catch(undefined),
  objectType: z.enum(ACTIVITY_OBJECTS).optional().catch(undefined),
  objectId: optionalId,
  /** Days of the configured time zone, both inclusive. */
  fromDate: optionalDate,
  toDate: optionalDate,
})
export type ActivityFilter = z.output<typeof activityFilter>

const history = envelope({ data: z.array(activityEntrySchema) })

export const activityEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/activity/getAll',
    access: 'users:view',
    summary: 'Who did what and when, newest first; counts and pages up to 10,000 rows of a filter',
    query: activityFilter.extend({ page: pageField, limit: limitField }),
    response: envelope({ data: z.array(activityEntrySchema), pagination: paginationSchema }),
  }),
  exportCsv: defineEndpoint({
    method: 'GET',
    path: '/activity/export',
    access: 'users:view',
    summary: 'The filtered log as a CSV file, streamed',
    query: activityFilter,
    response: 'file',
  }),
  historyOfPatient: defineEndpoint({
    method: 'GET',
    path: '/activity/ofPatient/:id',
    access: 'patients:edit',
    summary: 'Who looked at, changed or published for a patient in scope: the latest 200 entries',
    params: idParams,
    response: history,
  }),
  historyOfReport: defineEndpoint({
    method: 'GET',
    path: '/activity/ofReport/:id',
    access: 'patients:edit',
    summary: 'Who looked at, opened or downloaded a report in scope: the latest 200 entries',
    params: idParams,
    response: history,
  }),
  recordPrint: defineEndpoint({
    method: 'POST',
    path: '/activity/print',
    access: 'patients:view',
    summary: 'Puts on record that a patient’s or a report’s page is about to be printed',
    body: z.object({
      type: z.enum(['patient', 'report']),
      id: idParams.shape.id.or(z.number().int().positive()),
    }),
    response: envelope({}),
  }),
}
