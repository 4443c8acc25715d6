import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { blankable, idParams, textField } from './fields.ts'
import { REPORT_TYPE_TITLE_LENGTH, TEXT_MAX_LENGTH } from './limits.ts'
import { VALIDATION } from './messages.ts'

export const reportTypeSchema = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string().nullable(),
})
export type ReportType = z.output<typeof reportTypeSchema>

export const reportTypeBody = z.object({
  title: textField(VALIDATION.reportTypeTooShort)
    .min(REPORT_TYPE_TITLE_LENGTH.min, { error: VALIDATION.reportTypeTooShort })
    .max(REPORT_TYPE_TITLE_LENGTH.max, { error: VALIDATION.reportTypeTooLong }),
  description: blankable(textField().max(TEXT_MAX_LENGTH, { error: VALIDATION.textTooLong })),
})

export const reportTypeEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/report/getReportTypes',
    access: 'reports:view',
    summary: 'All report types by title',
    response: envelope({ data: z.array(reportTypeSchema) }),
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/report/addReportType',
    access: 'reports:publish',
    summary: 'Add a report type',
    body: reportTypeBody,
    response: envelope({ data: reportTypeSchema }),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/report/updateReportType/:id',
    access: 'reports:edit',
    summary: 'Rename a report type or change its description',
    params: idParams,
    body: reportTypeBody,
    response: envelope({ data: reportTypeSchema }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/report/deleteReportType/:id',
    access: 'reports:delete',
    summary: 'Delete a report type that no report uses',
    params: idParams,
    response: envelope({}),
  }),
}
