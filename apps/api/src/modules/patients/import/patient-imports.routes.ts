import { contract, fileTooLarge, IMPORT_MAX_MB, IMPORT_PART } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../core/app-error.ts'
import { sendCsv } from '../../../http/csv-response.ts'
import { filePartOf, MEGABYTE } from '../../../http/file-part.ts'
import { workSignalOf } from '../../../http/long-work.ts'
import { serve, serveFile, serveList } from '../../../http/serve.ts'
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
  { patientImports }: { patientImports: PatientImportService },
): void => {
  const { start, get, listRows, exportErrors, exportBadRows, confirm, cancel } = contract.patientImport
  serve(app, start, async ({ query, caller }, request, reply) => {
    const part = await filePartOf(request, reply, {
      name: IMPORT_PART,
      refusal: 'IMPORT_PART_MISSING',
      maxBytes: IMPORT_MAX_MB * MEGABYTE,
      tooLarge: () => new AppError('TOO_LARGE', 'FILE_TOO_LARGE', { message: fileTooLarge(IMPORT_MAX_MB) }),
    })
    const upload = { ...query, ...part, labId: query.labId }
    return await patientImports.start(caller, upload, workSignalOf(request))
  })
  serve(app, get, ({ params, caller }) => patientImports.get(caller, params.id))
  serveList(
    app,
    listRows,
    ({ params, query }) => ({
      action: 'patient.list',
      what: `Listed rows of import ${params.id}`,
      filter: filterText(query),
    }),
    ({ params, query, caller }) => patientImports.listRows(caller, params.id, query),
  )
  serveFile(app, exportErrors, async ({ params, caller }, _, reply) => {
    return sendCsv(reply, {
      fileName: 'import-errors.csv',
      headings: ['Row', 'Column', 'What is wrong', 'Value'],
      cellsOf: ({ rowNumber, column, message, value }) => [rowNumber, column, message, value],
      batches: await patientImports.exportErrors(caller, params.id),
      record: () => patientImports.recordErrorExport(caller, params.id, 'errors'),
    })
  })
  serveFile(app, exportBadRows, async ({ params, caller }, _, reply) => {
    return sendCsv(reply, {
      ...BAD_ROWS_EXPORT,
      batches: await patientImports.exportBadRows(caller, params.id),
      record: () => patientImports.recordErrorExport(caller, params.id, 'faulty rows'),
    })
  })
  serve(app, confirm, ({ params, body, caller }) => patientImports.confirm(caller, params.id, body))
  serve(app, cancel, ({ params, caller }) => patientImports.cancel(caller, params.id))
}
