import { defineEndpoint, envelope } from '../endpoint.ts'
import { searchText, timestamp } from '../fields/query-fields.ts'
import { reportMarksSchema } from '../reports/reports.contract.ts'
import { z } from '../zod.ts'

const foundPatientSchema = z.object({
  id: z.number(),
  fullName: z.string(),
  emrId: z.nullable(z.string()),
  phone: z.object({ number: z.string() }),
  dateOfBirth: z.string(),
  /** The requested id, if that record was merged into this one. */
  formerId: z.optional(z.number()),
  /** The name is similar, but does not contain the search text. */
  isSimilar: z.optional(z.boolean()),
})
export type FoundPatient = z.output<typeof foundPatientSchema>

const foundReportSchema = z.object({
  id: z.number(),
  title: z.string(),
  reportType: z.object({ title: z.string() }),
  patient: z.object({ id: z.number(), fullName: z.string() }),
  createdAt: timestamp,
  version: z.number(),
  marks: reportMarksSchema,
})
export type FoundReport = z.output<typeof foundReportSchema>

export const foundRecordsSchema = z.object({
  patients: z.array(foundPatientSchema),
  reports: z.array(foundReportSchema),
})
export type FoundRecords = z.output<typeof foundRecordsSchema>

export const searchEndpoints = {
  records: defineEndpoint({
    method: 'POST',
    path: '/search/records',
    changes: [],
    shows: 'checks',
    access: 'patients:view',
    patientData: 'list',
    changesNothing: true,
    summary:
      'Patients and reports in scope for a text, exact ids and numbers first; without a text the caller’s latest views. A POST so that names stay out of logs',
    body: z.object({ text: z._default(searchText, '') }),
    response: envelope({ data: foundRecordsSchema }),
  }),
}
