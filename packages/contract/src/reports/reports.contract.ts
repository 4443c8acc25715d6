import { REPORT_CHANGED } from '../record-kinds.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { GENDERS } from '../limits.ts'
import { firstPageSchema, stampSchema } from './report-files.contract.ts'
import {
  dateRangeFields,
  idParams,
  limitField,
  pageField,
  paginationSchema,
  searchText,
  sortOrderField,
  timestamp,
} from '../fields/query-fields.ts'
import { awaitsReleaseAnswer } from '../release/release-records.ts'
import { FILTERED_MARKS, REPORT_MARKS, REPORT_SORT_FIELDS, type ReportFilterName } from './report-filter.ts'
import {
  amendReportBody,
  publishReportBody,
  reassignReportBody,
  withdrawReportBody,
} from './reports.forms.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

/** `isAlone`: an author who was alone on duty. */
const releaseSchema = z.object({ by: z.object({ fullName: z.string() }), isAlone: z.boolean() })

export const reportMarksSchema = z.array(z.enum(REPORT_MARKS))

export const reportSchema = z.object({
  id: z.number(),
  title: z.string(),
  remark: z.nullable(z.string()),
  /** Address of the file within the application; each request needs the session's permissions (AMB-61). */
  filePath: z.string(),
  createdAt: timestamp,
  /** 1 when first published; every amendment adds one. */
  version: z.number(),
  marks: reportMarksSchema,
  reportType: z.object({ id: z.number(), title: z.string() }),
  patient: z.object({
    id: z.number(),
    fullName: z.string(),
    dateOfBirth: z.string(),
    gender: z.nullable(z.enum(GENDERS)),
    email: z.nullable(z.string()),
    phone: z.object({ number: z.string() }),
    emrId: z.nullable(z.string()),
    createdAt: timestamp,
  }),
  user: z.object({ fullName: z.string(), email: z.string() }),
  /** Set on a withdrawn report, which is only visible with reports:delete (AMB-27). */
  withdrawal: z.nullable(
    z.object({
      reason: z.string(),
      note: z.nullable(z.string()),
      at: timestamp,
      by: z.object({ fullName: z.string() }),
      /** The replacement for the right patient, if the caller may see it. */
      republishedAs: z.nullable(z.number()),
    }),
  ),
  /** Set while the patient and visitors see no file, because a correction awaits release. */
  suspension: z.optional(
    z.object({ at: timestamp, by: z.object({ fullName: z.string() }), unreleasedId: z.number() }),
  ),
})
export type Report = z.output<typeof reportSchema>

export const shownReportSchema = z.extend(reportSchema, {
  /** SHA-256 of the current version’s file, in hexadecimal. */
  sha256: z.string(),
  firstPage: firstPageSchema,
  /** Null when the lab uses no letterhead. */
  stamp: z.nullable(stampSchema),
  /** Set on a report that was published from the inbox without a review. */
  automatic: z.nullable(
    z.object({
      source: z.string(),
      reviewed: z.nullable(z.object({ at: timestamp, by: z.string() })),
    }),
  ),
  /** The second person who released the current version. */
  released: z.optional(releaseSchema),
})
export type ShownReport = z.output<typeof shownReportSchema>

/** One published version of a report; all versions stay readable. */
export const reportVersionSchema = z.object({
  version: z.number(),
  title: z.string(),
  remark: z.nullable(z.string()),
  reportType: z.object({ id: z.number(), title: z.string() }),
  filePath: z.string(),
  isFileNew: z.boolean(),
  at: timestamp,
  by: z.object({ fullName: z.string() }),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The second person who released the version. */
  released: z.optional(releaseSchema),
})
export type ReportVersion = z.output<typeof reportVersionSchema>

export const reportReaderSchema = z.object({
  actor: z.object({ id: z.number(), fullName: z.string(), role: z.string() }),
  /** The file itself was opened, downloaded or printed, not only its page. */
  hasReadFile: z.boolean(),
  /** Requests of one user within ten minutes count once. */
  times: z.number(),
  firstAt: timestamp,
  lastAt: timestamp,
})
export type ReportReader = z.output<typeof reportReaderSchema>

const filterFields = {
  search: z.catch(searchText, ''),
  reportTypeId: z.catch(
    z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER)),
    0,
  ),
  ...dateRangeFields,
  mark: z.catch(z.optional(z.enum(FILTERED_MARKS)), undefined),
} satisfies Record<ReportFilterName, unknown>

/** Query of the reports list (section 3); unknown values mean all (AMB-93). */
export const reportListQuery = z.object({
  page: pageField,
  limit: limitField,
  ...filterFields,
  sortBy: z.catch(z.enum(REPORT_SORT_FIELDS), 'createdAt'),
  sortOrder: sortOrderField,
})
export type ReportListQuery = z.output<typeof reportListQuery>

export const reportEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/report/getAll',
    access: 'reports:view',
    patientData: 'list',
    summary: 'Search, filter, sort and page through published reports',
    query: reportListQuery,
    response: envelope({ data: z.array(reportSchema), pagination: paginationSchema }),
  }),
  getById: defineEndpoint({
    method: 'GET',
    path: '/report/getById/:reportId',
    access: 'reports:view',
    patientData: 'view',
    summary: 'One report',
    params: z.object({ reportId: idParams.shape.id }),
    response: envelope({ data: shownReportSchema }),
  }),
  listOfPatient: defineEndpoint({
    method: 'GET',
    path: '/report/getByPatientId/:patientId',
    access: 'reports:view',
    patientData: 'list',
    summary: 'Published reports of one patient, newest first',
    params: z.object({ patientId: idParams.shape.id }),
    response: envelope({ data: z.array(reportSchema) }),
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: '/user/uploadPatientReportFile/:patientId',
    changes: REPORT_CHANGED,
    access: 'reports:publish',
    idempotent: true,
    patientData: 'change',
    summary: 'Publish an uploaded file as a report of a patient',
    params: z.object({ patientId: idParams.shape.id }),
    body: publishReportBody,
    message: SUCCESS.reportPublished,
    response: envelope({ data: reportSchema }),
    accepted: awaitsReleaseAnswer,
  }),
  withdraw: defineEndpoint({
    method: 'DELETE',
    path: '/report/deleteById/:id',
    changes: REPORT_CHANGED,
    afterRefusal: true,
    access: 'reports:delete',
    idempotent: true,
    summary: 'Withdraw a report: it is removed from the lists, its file is kept (AMB-27)',
    params: idParams,
    body: withdrawReportBody,
    message: SUCCESS.reportWithdrawn,
    response: envelope({}),
  }),
  amend: defineEndpoint({
    method: 'PUT',
    path: '/report/update/:id',
    changes: REPORT_CHANGED,
    access: 'reports:edit',
    idempotent: true,
    patientData: 'change',
    summary: 'Publish a new version over a report; all versions stay readable (AMB-27)',
    params: idParams,
    body: amendReportBody,
    message: SUCCESS.reportAmended,
    response: envelope({ data: reportSchema }),
    accepted: awaitsReleaseAnswer,
  }),
  reassign: defineEndpoint({
    method: 'POST',
    path: '/report/republishForPatient/:id',
    changes: REPORT_CHANGED,
    afterRefusal: true,
    access: 'reports:delete',
    idempotent: true,
    patientData: 'change',
    summary:
      'Withdraw a report published for the wrong patient and publish it for the right one, in one step',
    params: idParams,
    body: reassignReportBody,
    message: SUCCESS.reportReassigned,
    response: envelope({ data: reportSchema }),
    accepted: awaitsReleaseAnswer,
  }),
  listVersions: defineEndpoint({
    method: 'GET',
    path: '/report/getVersions/:id',
    access: 'reports:view',
    patientData: 'list',
    summary: 'All versions of a report, newest first',
    params: idParams,
    response: envelope({ data: z.array(reportVersionSchema) }),
  }),
  listReaders: defineEndpoint({
    method: 'GET',
    path: '/report/getReaders/:id',
    access: 'reports:view',
    summary:
      'Who opened a report, from the activity log, latest first, at most 50; of a withdrawn one for holders of reports:delete',
    params: idParams,
    response: envelope({ data: z.array(reportReaderSchema), totalReaders: z.number() }),
  }),
  exportCsv: defineEndpoint({
    method: 'GET',
    path: '/report/export',
    access: 'reports:publish',
    summary: 'The filtered reports as a CSV file, streamed',
    query: z.omit(reportListQuery, { page: true, limit: true }),
    response: 'file',
    file: 'export',
  }),
}
