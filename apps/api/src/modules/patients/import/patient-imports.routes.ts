import { contract, fileTooLarge, IMPORT_MAX_MB, IMPORT_PART, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../core/app-error.ts'
import { sendCsv } from '../../../http/csv-response.ts'
import { filePartOf, MEGABYTE } from '../../../http/file-part.ts'
import { workSignalOf } from '../../../http/long-work.ts'
import { callerOf, serve, serveFile } from '../../../http/serve.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { filterText } from '../../activity/list-views.ts'
import type { CsvCell } from '../../../core/csv-line.ts'
import type { BadRow, PatientImportService } from './patient-imports.service.ts'

/** Uses import column names, so that users can fix and upload the file. The import ignores the last two columns. */
const BAD_ROWS_EXPORT = {
  fileName: 'rows-to-fix.csv',
  headings: [
    'Row',
    'What is wrong',
    'Full Name',
    'Phone',
    'Date of Birth',
    'Gender',
    'Email',
    'EMR ID',
    'Address',
    'City',
    'Registration Type',
    'Language',
    'Email Consent',
    'SMS Consent',
    'WhatsApp Consent',
    'National ID',
  ],
  cellsOf: (row: BadRow): CsvCell[] => [
    row.rowNumber,
    row.errors.map(({ column, message }) => `${column}: ${message}`).join('\n'),
    row.fullName,
    row.phone,
    row.dateOfBirth,
    row.gender,
    row.email,
    row.emrId,
    row.line1,
    row.city,
    row.registrationType,
    row.language,
    row.emailConsent,
    row.smsConsent,
    row.whatsappConsent,
    row.nationalId,
  ],
}

export const patientImportRoutes = (
  app: FastifyInstance,
  { patientImports, activity }: { patientImports: PatientImportService; activity: ActivityService },
): void => {
  const { start, get, listRows, exportErrors, exportBadRows, confirm, cancel } = contract.patientImport
  serve(app, start, async ({ query }, request, reply) => {
    const part = await filePartOf(request, reply, {
      name: IMPORT_PART,
      refusal: 'IMPORT_PART_MISSING',
      maxBytes: IMPORT_MAX_MB * MEGABYTE,
      tooLarge: () => new AppError('TOO_LARGE', 'FILE_TOO_LARGE', { message: fileTooLarge(IMPORT_MAX_MB) }),
    })
    const upload = { ...query, ...part, labId: query.labId }
    return { data: await patientImports.start(callerOf(request), upload, workSignalOf(request)) }
  })
  serve(app, get, async ({ params }, request) => ({
    data: await patientImports.get(callerOf(request), params.id),
  }))
  serve(app, listRows, async ({ params, query }, request) => {
    const caller = callerOf(request)
    const list = await patientImports.listRows(caller, params.id, query)
    const { page } = list.pagination
    activity.recordList(caller, {
      action: 'patient.list',
      what: `Listed rows of import ${params.id}`,
      filter: filterText(query),
      page,
      rows: list.data.length,
    })
    return list
  })
  serveFile(app, exportErrors, async ({ params }, request, reply) => {
    const caller = callerOf(request)
    return sendCsv(reply, {
      fileName: 'import-errors.csv',
      headings: ['Row', 'Column', 'What is wrong', 'Value'],
      cellsOf: ({ rowNumber, column, message, value }) => [rowNumber, column, message, value],
      batches: await patientImports.exportErrors(caller, params.id),
      record: () => patientImports.recordErrorExport(caller, params.id, 'errors'),
    })
  })
  serveFile(app, exportBadRows, async ({ params }, request, reply) => {
    const caller = callerOf(request)
    return sendCsv(reply, {
      ...BAD_ROWS_EXPORT,
      batches: await patientImports.exportBadRows(caller, params.id),
      record: () => patientImports.recordErrorExport(caller, params.id, 'faulty rows'),
    })
  })
  serve(app, confirm, async ({ params, body }, request) => ({
    data: await patientImports.confirm(callerOf(request), params.id, body),
  }))
  serve(app, cancel, async ({ params }, request) => ({
    message: SUCCESS.importCancelled,
    data: await patientImports.cancel(callerOf(request), params.id),
  }))
}
