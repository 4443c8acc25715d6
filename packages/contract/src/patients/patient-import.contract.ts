import { defineEndpoint, envelope } from '../endpoint.ts'
import { DATE_ORDERS, IMPORT_ENCODINGS, IMPORT_PART, IMPORT_ROW_KINDS } from '../limits.ts'
import { idParams, limitField, pageField, paginationSchema, timestamp } from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

/**
 * checking: being read. refused: not a table of patients. ready: completely read, nothing written; with errors, only
 * the valid rows can be confirmed. writing: confirmed. done: all written. failed and cancelled: nothing written.
 */
export const IMPORT_STATES = [
  'checking',
  'refused',
  'ready',
  'writing',
  'done',
  'failed',
  'cancelled',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const patientImportSchema = z.object({
  id: z.number(),
  fileName: z.string(),
  lab: z.object({ id: z.number(), name: z.string() }),
  state: z.enum(IMPORT_STATES),
  problem: z.nullable(z.string()),
  encoding: z.nullable(z.string()),
  separator: z.nullable(z.string()),
  dateOrder: z.enum(DATE_ORDERS),
  unknownColumns: z.array(z.string()),
  rowsTotal: z.nullable(z.number()),
  rowsChecked: z.number(),
  rowsWritten: z.number(),
  rowsWithErrors: z.number(),
  /** Rows that resemble a patient of the lab or an earlier row of the file. */
  rowsDuplicate: z.number(),
  skipDuplicates: z.boolean(),
  skipInvalid: z.boolean(),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
})
export type PatientImport = z.output<typeof patientImportSchema>

export const importRowSchema = z.object({
  /** Numbered like a spreadsheet: the header is row 1. Line breaks in a quoted cell do not add rows. */
  rowNumber: z.number(),
  fullName: z.string(),
  phone: z.string(),
  dateOfBirth: z.string(),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
  duplicateOf: z.object({
    patients: z.array(z.object({ id: z.number(), fullName: z.string() })),
    rows: z.array(z.number()),
  }),
  /** Families share one: shown, and no duplicate by itself. */
  sameEmail: z.array(z.object({ id: z.number(), fullName: z.string() })),
})
export type ImportRow = z.output<typeof importRowSchema>

const one = envelope({ data: patientImportSchema })

/** Registration from a file: read, reviewed, then written all or nothing. */
export const patientImportEndpoints = {
  start: defineEndpoint({
    method: 'POST',
    path: '/patient/import',
    changes: ['patientImport'],
    access: 'patients:edit',
    summary: 'Upload a CSV file of patients; it is checked in the background and nothing is written yet',
    query: z.object({
      /** For the Admin, who has no lab; other users import into their lab. */
      labId: z.catch(
        z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))),
        undefined,
      ),
      /** Without it, only dates with the year first are accepted, because these are unambiguous. */
      dateOrder: z.catch(z.enum(DATE_ORDERS), 'ymd'),
      /** Detected without it. */
      encoding: z.catch(z.optional(z.enum(IMPORT_ENCODINGS)), undefined),
    }),
    filePart: IMPORT_PART,
    response: one,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/patient/import/:id',
    access: 'patients:edit',
    summary: 'Progress of an import of the caller',
    params: idParams,
    response: one,
  }),
  listRows: defineEndpoint({
    method: 'GET',
    path: '/patient/import/:id/rows',
    access: 'patients:edit',
    patientData: 'list',
    summary: 'Rows of an import of the caller with errors and possible duplicates, in file order',
    params: idParams,
    query: z.object({ page: pageField, limit: limitField, kind: z.catch(z.enum(IMPORT_ROW_KINDS), 'all') }),
    response: envelope({ data: z.array(importRowSchema), pagination: paginationSchema }),
  }),
  exportErrors: defineEndpoint({
    method: 'GET',
    path: '/patient/import/:id/errors',
    access: 'patients:edit',
    summary: 'Every error of an import of the caller as a CSV file',
    params: idParams,
    response: 'file',
    file: 'export',
  }),
  exportBadRows: defineEndpoint({
    method: 'GET',
    path: '/patient/import/:id/badRows',
    access: 'patients:edit',
    summary:
      'The rows with errors of an import of the caller as a CSV file to fix and upload again, each with what is wrong; also for a day after the valid rows were imported',
    params: idParams,
    response: 'file',
    file: 'export',
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/patient/import/:id/confirm',
    changes: ['patientImport'],
    access: 'patients:edit',
    summary:
      'Register the patients of a checked file, all or nothing; with skipInvalid, which a second confirmation must ask for, the valid rows of a file with errors',
    params: idParams,
    body: z.pipe(
      z.nullish(
        z.object({
          skipDuplicates: z._default(z.boolean(), false),
          skipInvalid: z._default(z.boolean(), false),
        }),
      ),
      z.transform((body) => body ?? { skipDuplicates: false, skipInvalid: false }),
    ),
    response: one,
  }),
  cancel: defineEndpoint({
    method: 'DELETE',
    path: '/patient/import/:id',
    changes: ['patientImport'],
    access: 'patients:edit',
    summary: 'Discard an unconfirmed import of the caller',
    params: idParams,
    message: SUCCESS.importCancelled,
    response: one,
  }),
}
