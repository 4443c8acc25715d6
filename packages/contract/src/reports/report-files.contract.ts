import { defineEndpoint, envelope } from '../endpoint.ts'
import { idField } from '../fields/fields.ts'
import { SEAL_PROBLEMS } from '../labs/letterheads.contract.ts'
import { GENDERS, REPORT_FILE_NAME, REPORT_FILE_PART } from '../limits.ts'
import { VALIDATION, SUCCESS } from '../messages.ts'
import { fileUrlField } from './reports.forms.ts'
import { z } from '../zod.ts'

export const uploadedFileSchema = z.object({
  fileSrc: z.string(),
  fileUrl: z.string(),
  originalFileName: z.string(),
})
export type UploadedFile = z.output<typeof uploadedFileSchema>

const REPORT_FILE_ADDRESS = '/api/v1/report/file/'
export const reportFileAddress = (fileName: string): string => `${REPORT_FILE_ADDRESS}${fileName}`
/** Undefined for an address that this application did not issue. */
export const reportFileNameOf = (address: string): string | undefined =>
  address.startsWith(REPORT_FILE_ADDRESS) ? address.slice(REPORT_FILE_ADDRESS.length) : undefined

/** Each request needs the same permissions as the file. */
export const reportPageAddress = (fileName: string): string => `${REPORT_FILE_ADDRESS}${fileName}/page`

/** The file with letterhead and verification code, stored in addition to the uploaded file. */
export const stampSchema = z.object({
  /**
   * `stamped`: the file carries the letterhead. `slip`: the file cannot be changed, for example because it is signed;
   * its letterhead is a separate page. `pending`: created when the file is first opened.
   */
  kind: z.enum(['stamped', 'slip', 'pending']),
  originalAddress: z.string(),
  slipAddress: z.nullable(z.string()),
  isSealed: z.boolean(),
  /** Why it is not sealed although the lab has a key. */
  sealProblem: z.nullable(z.enum(SEAL_PROBLEMS)),
})
export type Stamp = z.output<typeof stampSchema>

export const firstPageSchema = z.object({
  address: z.string(),
  /** In pixels; null until the image is created by the first request. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  isUnavailable: z.boolean(),
})
export type FirstPage = z.output<typeof firstPageSchema>

export const fileWarningSchema = z.object({
  kind: z.enum(['name', 'dateOfBirth', 'emrId', 'sameFile']),
  message: z.string(),
})
export type FileWarning = z.output<typeof fileWarningSchema>

export const identityComparisonSchema = z.object({
  field: z.enum(['name', 'dateOfBirth', 'emrId', 'patientId']),
  inFile: z.string(),
  onRecord: z.string(),
  agrees: z.boolean(),
})
export type IdentityComparison = z.output<typeof identityComparisonSchema>

export const patientMatchSchema = z.object({
  warnings: z.array(fileWarningSchema),
  /** Empty when the file does not name a patient, such as an image. */
  comparison: z.array(identityComparisonSchema),
  /** Up to three other patients in the caller's scope whom the file names. */
  candidates: z.array(
    z.object({
      id: z.number(),
      fullName: z.string(),
      dateOfBirth: z.string(),
      gender: z.nullable(z.enum(GENDERS)),
    }),
  ),
})
export type PatientMatch = z.output<typeof patientMatchSchema>

export const reportFileEndpoints = {
  uploadFile: defineEndpoint({
    method: 'POST',
    path: '/report/uploadReportFile',
    changes: [],
    access: 'reports:publish',
    summary: 'Upload a PDF, JPEG or PNG file for a report',
    filePart: REPORT_FILE_PART,
    message: SUCCESS.fileUploaded,
    response: envelope({ ...uploadedFileSchema.shape, data: uploadedFileSchema }),
  }),
  checkFile: defineEndpoint({
    method: 'POST',
    path: '/report/checkFileForPatient',
    changes: [],
    shows: 'checks',
    access: 'reports:publish',
    changesNothing: true,
    patientData: 'list',
    summary:
      'Compare the patient named in a file with a record: for an upload of the caller (fileUrl), a published report to reassign (reportId), or a report that awaits release (unreleasedId). Warns, never refuses',
    body: z
      .object({
        patientId: idField(VALIDATION.patient),
        fileUrl: z.optional(fileUrlField),
        reportId: z.optional(idField(VALIDATION.required)),
        unreleasedId: z.optional(idField(VALIDATION.required)),
      })
      .check(
        z.refine(
          ({ fileUrl, reportId, unreleasedId }) =>
            [fileUrl, reportId, unreleasedId].filter((one) => one !== undefined).length === 1,
          { path: ['fileUrl'], error: VALIDATION.file },
        ),
      ),
    response: envelope({ data: patientMatchSchema }),
  }),
  deleteFile: defineEndpoint({
    method: 'DELETE',
    path: '/report/deleteReportFile',
    changes: [],
    access: 'reports:publish',
    summary: 'Delete an unpublished upload of the caller',
    body: z.object({ fileUrl: fileUrlField }),
    message: SUCCESS.fileRemoved,
    response: envelope({}),
  }),
  readFile: defineEndpoint({
    method: 'GET',
    path: '/report/file/:fileName',
    access: 'reports:view',
    summary: 'The file of a report, inline, with Range and ETag; with the lab’s letterhead if it has one',
    params: z.object({ fileName: z.string().check(z.regex(REPORT_FILE_NAME)) }),
    query: z.object({
      /** The recorded purpose; it does not affect the content. */
      purpose: z.catch(z.enum(['preview', 'download']), 'preview'),
      copy: z.catch(z.enum(['stamped', 'original']), 'stamped'),
    }),
    response: 'file',
    file: 'stored',
  }),
  readFirstPage: defineEndpoint({
    method: 'GET',
    path: '/report/file/:fileName/page',
    access: 'reports:view',
    summary:
      'The first page of a published file as a WebP image, with ETag; recorded like opening the file. 404 PAGE_IMAGE_FAILED when the page cannot be drawn',
    params: z.object({ fileName: z.string().check(z.regex(REPORT_FILE_NAME)) }),
    response: 'file',
    file: 'image',
  }),
}
