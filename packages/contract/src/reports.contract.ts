import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import {
  blankable,
  idField,
  idParams,
  limitField,
  pageField,
  paginationSchema,
  sortOrderField,
  textField,
  timestamp,
} from './fields.ts'
import {
  NOTE_MAX_LENGTH,
  REMARK_LENGTH,
  REPORT_FILE_PART,
  REPORT_TITLE_LENGTH,
  TEXT_MAX_LENGTH,
} from './limits.ts'
import { VALIDATION } from './messages.ts'
import { AMENDMENT_REASON_CODES, WITHDRAWAL_REASON_CODES } from './reasons.ts'

export const reportSchema = z.object({
  id: z.number(),
  title: z.string(),
  remark: z.string().nullable(),
  /** Address of the file within the application; read with the session's rights every time (AMB-61). */
  filePath: z.string(),
  createdAt: timestamp,
  /** 1 as first published; every amendment adds one. */
  version: z.number(),
  reportType: z.object({ id: z.number(), title: z.string() }),
  patient: z.object({
    id: z.number(),
    fullName: z.string(),
    email: z.string().nullable(),
    phone: z.object({ number: z.string() }),
    emrId: z.string().nullable(),
    createdAt: timestamp,
  }),
  user: z.object({ fullName: z.string(), email: z.string() }),
  /** Set on a withdrawn report, which only holders of reports:delete still see (AMB-27). */
  withdrawal: z
    .object({
      reason: z.string(),
      note: z.string().nullable(),
      at: timestamp,
      by: z.object({ fullName: z.string() }),
      /** The report that took its place for the right patient, where the caller may see it. */
      republishedAs: z.number().nullable(),
    })
    .nullable(),
})
export type Report = z.output<typeof reportSchema>

/** One state of a report as it was published; the first and every later one stay readable. */
export const reportVersionSchema = z.object({
  version: z.number(),
  title: z.string(),
  remark: z.string().nullable(),
  reportType: z.object({ id: z.number(), title: z.string() }),
  filePath: z.string(),
  /** Whether the file differs from the version before. */
  isFileNew: z.boolean(),
  at: timestamp,
  by: z.object({ fullName: z.string() }),
  /** A code of AMENDMENT_REASONS; null for the first version. */
  reason: z.string().nullable(),
  note: z.string().nullable(),
})
export type ReportVersion = z.output<typeof reportVersionSchema>

/** Somebody who had a report before their eyes, out of the activity log. */
export const reportReaderSchema = z.object({
  actor: z.object({ id: z.number(), fullName: z.string(), role: z.string() }),
  /** Whether the file itself was opened, downloaded or printed, not only the page. */
  hasReadFile: z.boolean(),
  times: z.number(),
  firstAt: timestamp,
  lastAt: timestamp,
})
export type ReportReader = z.output<typeof reportReaderSchema>

export const uploadedFileSchema = z.object({
  fileSrc: z.string(),
  fileUrl: z.string(),
  originalFileName: z.string(),
})
export type UploadedFile = z.output<typeof uploadedFileSchema>

const REPORT_FILE_ADDRESS = '/api/v1/report/file/'
export const reportFileAddress = (fileName: string): string => `${REPORT_FILE_ADDRESS}${fileName}`
/** The stored file's name out of an address that this application issued, or undefined for any other text. */
export const reportFileNameOf = (address: string): string | undefined =>
  address.startsWith(REPORT_FILE_ADDRESS) ? address.slice(REPORT_FILE_ADDRESS.length) : undefined

const fileUrlField = z
  .string({ error: VALIDATION.file })
  .trim()
  .min(1, { error: VALIDATION.file })
  .max(TEXT_MAX_LENGTH, { error: VALIDATION.fileAddress })

/** The publish payload (section 5). */
export const publishReportBody = z.object({
  title: textField(VALIDATION.titleTooShort)
    .min(REPORT_TITLE_LENGTH.min, { error: VALIDATION.titleTooShort })
    .max(REPORT_TITLE_LENGTH.max, { error: VALIDATION.titleTooLong }),
  remark: blankable(
    textField(VALIDATION.remarkTooShort)
      .min(REMARK_LENGTH.min, { error: VALIDATION.remarkTooShort })
      .max(REMARK_LENGTH.max, { error: VALIDATION.remarkTooLong }),
  ),
  reportTypeId: idField(VALIDATION.reportType),
  patientId: idField(VALIDATION.patient),
  fileUrl: fileUrlField,
})
export type PublishReport = z.output<typeof publishReportBody>

/** Why a file may belong to somebody else than the chosen patient. */
export const fileWarningSchema = z.object({
  kind: z.enum(['name', 'dateOfBirth', 'emrId', 'sameFile']),
  /** A plain sentence for the person who publishes. */
  message: z.string(),
})
export type FileWarning = z.output<typeof fileWarningSchema>

export const reportListQuery = z.object({
  page: pageField,
  limit: limitField,
  /** 0 is every type. */
  reportTypeId: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).catch(0),
  sortOrder: sortOrderField,
})
export type ReportListQuery = z.output<typeof reportListQuery>

const noteField = blankable(textField().max(NOTE_MAX_LENGTH, { error: VALIDATION.noteTooLong }))

// 'Other reason' by itself says nothing.
const isExplained = { error: VALIDATION.otherReason, path: ['note'] }

/** A reason is what the screens demand; a bare call is recorded as without one (AMB-27). */
export const withdrawReportBody = z
  .object({
    reason: blankable(z.enum(WITHDRAWAL_REASON_CODES, { error: VALIDATION.reason })),
    note: noteField,
  })
  .refine(({ reason, note }) => reason !== 'other' || note !== undefined, isExplained)
  .nullish()
  .transform((body) => body ?? {})

/** What the withdrawal form demands on top: a reason. */
export const withdrawReportForm = z
  .object({ reason: z.enum(WITHDRAWAL_REASON_CODES, { error: VALIDATION.reason }), note: noteField })
  .refine(({ reason, note }) => reason !== 'other' || note !== undefined, isExplained)

/** The publish payload with the reason (AMB-27); `fileUrl` is a new upload, or the file of the current version. */
export const amendReportBody = publishReportBody
  .extend({
    reason: z.enum(AMENDMENT_REASON_CODES, { error: VALIDATION.reason }),
    note: noteField,
    /** The version that the amendment was made from; another one meanwhile is a conflict. */
    version: blankable(idField(VALIDATION.invalid)),
  })
  .refine(({ reason, note }) => reason !== 'other' || note !== undefined, isExplained)
export type AmendReport = z.output<typeof amendReportBody>

export const republishReportBody = z.object({
  /** The right patient. */
  patientId: idField(VALIDATION.patient),
  note: noteField,
})

export const reportEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/report/getAll',
    access: 'reports:view',
    summary: 'Published reports by type and date',
    query: reportListQuery,
    response: envelope({ data: z.array(reportSchema), pagination: paginationSchema }),
  }),
  getById: defineEndpoint({
    method: 'GET',
    path: '/report/getById/:reportId',
    access: 'reports:view',
    summary: 'One report',
    params: z.object({ reportId: idParams.shape.id }),
    response: envelope({ data: reportSchema }),
  }),
  listOfPatient: defineEndpoint({
    method: 'GET',
    path: '/report/getByPatientId/:patientId',
    access: 'reports:view',
    summary: 'Published reports of one patient, newest first',
    params: z.object({ patientId: idParams.shape.id }),
    response: envelope({ data: z.array(reportSchema) }),
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: '/user/uploadPatientReportFile/:patientId',
    access: 'reports:publish',
    summary: 'Publish an uploaded file as a report of a patient',
    params: z.object({ patientId: idParams.shape.id }),
    body: publishReportBody,
    response: envelope({ data: reportSchema }),
  }),
  withdraw: defineEndpoint({
    method: 'DELETE',
    path: '/report/deleteById/:id',
    access: 'reports:delete',
    summary: 'Withdraw a report: it leaves the lists, its file is kept (AMB-27)',
    params: idParams,
    body: withdrawReportBody,
    response: envelope({}),
  }),
  amend: defineEndpoint({
    method: 'PUT',
    path: '/report/update/:id',
    access: 'reports:edit',
    summary: 'Publish a new version over a report; all versions stay readable (AMB-27)',
    params: idParams,
    body: amendReportBody,
    response: envelope({ data: reportSchema }),
  }),
  republish: defineEndpoint({
    method: 'POST',
    path: '/report/republishForPatient/:id',
    access: 'reports:delete',
    summary:
      'Withdraw a report published for the wrong patient and publish it for the right one, in one step',
    params: idParams,
    body: republishReportBody,
    response: envelope({ data: reportSchema }),
  }),
  listVersions: defineEndpoint({
    method: 'GET',
    path: '/report/getVersions/:id',
    access: 'reports:view',
    summary: 'All versions of a report, the newest first',
    params: idParams,
    response: envelope({ data: z.array(reportVersionSchema) }),
  }),
  listReaders: defineEndpoint({
    method: 'GET',
    path: '/report/getReaders/:id',
    access: 'reports:delete',
    summary: 'Who opened a report, by the activity log, the latest first',
    params: idParams,
    response: envelope({ data: z.array(reportReaderSchema) }),
  }),
  exportCsv: defineEndpoint({
    method: 'GET',
    path: '/report/export',
    access: 'reports:publish',
    summary: 'The filtered reports as a CSV file, streamed',
    query: reportListQuery.omit({ page: true, limit: true }),
    response: 'file',
  }),
  uploadFile: defineEndpoint({
    method: 'POST',
    path: '/report/uploadReportFile',
    access: 'reports:publish',
    summary: 'Upload a PDF, JPEG or PNG file that a report will be published from',
    filePart: REPORT_FILE_PART,
    response: envelope({ ...uploadedFileSchema.shape, data: uploadedFileSchema }),
  }),
  checkFile: defineEndpoint({
    method: 'POST',
    path: '/report/checkFileForPatient',
    access: 'reports:publish',
    summary: 'What speaks against publishing this file for this patient; warnings, never a refusal',
    body: z.object({ patientId: idField(VALIDATION.patient), fileUrl: fileUrlField }),
    response: envelope({ data: z.object({ warnings: z.array(fileWarningSchema) }) }),
  }),
  deleteFile: defineEndpoint({
    method: 'DELETE',
    path: '/report/deleteReportFile',
    access: 'reports:publish',
    summary: 'Remove an own uploaded file that is not published',
    body: z.object({ fileUrl: fileUrlField }),
    response: envelope({}),
  }),
  readFile: defineEndpoint({
    method: 'GET',
    path: '/report/file/:fileName',
    access: 'reports:view',
    summary: 'The file of a report, inline, with Range and ETag',
    params: z.object({ fileName: z.string().regex(/^[\w-]{20,64}\.(pdf|jpg|png)$/) }),
    /** What goes on record; the bytes are the same. */
    query: z.object({ purpose: z.enum(['preview', 'download']).catch('preview') }),
    response: 'file',
  }),
}
