import { ADDED, REPORT_CHANGED } from '../record-kinds.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { idParams } from '../fields/query-fields.ts'
import { reportTypeBody } from './reports.forms.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const reportTypeSchema = z.object({
  id: z.number(),
  title: z.string(),
  description: z.nullable(z.string()),
  /** Not sent to contacts that patients share, and never opened without a code. */
  isSensitive: z.boolean(),
  loinc: z.nullable(z.string()),
})
export type ReportType = z.output<typeof reportTypeSchema>

export const reportTypeEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/report/getReportTypes',
    access: 'reports:view',
    summary: 'All report types by title',
    response: envelope({ data: z.array(reportTypeSchema) }),
  }),
  usage: defineEndpoint({
    method: 'GET',
    path: '/report/getReportTypeUsage/:id',
    shows: 'checks',
    access: 'reports:edit',
    summary: 'How many current reports of the caller’s lab have a type (0 for an unknown one)',
    params: idParams,
    response: envelope({ data: z.object({ reports: z.number() }) }),
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/report/addReportType',
    changes: ADDED,
    access: 'reports:publish',
    summary: 'Add a report type',
    body: reportTypeBody,
    message: SUCCESS.reportTypeAdded,
    response: envelope({ data: reportTypeSchema }),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/report/updateReportType/:id',
    changes: REPORT_CHANGED,
    access: 'reports:edit',
    summary: 'Rename a report type for reports published from now on, or change its description',
    params: idParams,
    body: z.partial(reportTypeBody),
    message: SUCCESS.saved,
    response: envelope({ data: reportTypeSchema }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/report/deleteReportType/:id',
    changes: ADDED,
    access: 'reports:delete',
    summary: 'Delete a report type that no report uses',
    params: idParams,
    message: SUCCESS.reportTypeDeleted,
    response: envelope({}),
  }),
}
