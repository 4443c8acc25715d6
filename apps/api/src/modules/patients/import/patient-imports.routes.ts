import { contract, fileTooLarge, IMPORT_MAX_MB, IMPORT_PART } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../core/app-error.ts'
import { sendCsv } from '../../../http/csv-response.ts'
import { filePartOf, MEGABYTE } from '../../../http/file-part.ts'
import { workSignalOf } from '../../../http/long-work.ts'
import { serve, serveFile, serveList } from '../../../http/serve.ts'
import { filterText } from '../../activity/list-views.ts'
import { csvOf, type CsvColumns } from '../../../core/csv-line.ts'
import type { BadRow, FoundError, PatientImportService } from './patient-imports.service.ts'

/** Uses import column names, so that users can fix and upload the file. The import ignores the last two columns. */
const BAD_ROW_COLUMNS: CsvColumns<BadRow> = [
  ['Row', ({ rowNumber }) => rowNumber],
  ['What is wrong', ({ errors }) => errors.map(({ column, message }) => `${column}: ${message}`).join('\n')],
  ['Full Name', ({ fullName }) => fullName],
  ['Phone', ({ phone }) => phone],
  ['Date of Birth', ({ dateOfBirth }) => dateOfBirth],
  ['Gender', ({ gender }) => gender],
  ['Email', ({ email }) => email],
  ['EMR ID', ({ emrId }) => emrId],
  ['Address', ({ line1 }) => line1],
  ['City', ({ city }) => city],
  ['Registration Type', ({ registrationType }) => registrationType],
  ['Language', ({ language }) => language],
  ['Email Consent', ({ emailConsent }) => emailConsent],
  ['SMS Consent', ({ smsConsent }) => smsConsent],
  ['WhatsApp Consent', ({ whatsappConsent }) => whatsappConsent],
  ['National ID', ({ nationalId }) => nationalId],
]

const ERROR_COLUMNS: CsvColumns<FoundError> = [
  ['Row', ({ rowNumber }) => rowNumber],
  ['Column', ({ column }) => column],
  ['What is wrong', ({ message }) => message],
  ['Value', ({ value }) => value],
]

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
      ...csvOf(ERROR_COLUMNS, await patientImports.exportErrors(caller, params.id)),
      record: () => patientImports.recordErrorExport(caller, params.id, 'errors'),
    })
  })
  serveFile(app, exportBadRows, async ({ params, caller }, _, reply) => {
    return sendCsv(reply, {
      fileName: 'rows-to-fix.csv',
      ...csvOf(BAD_ROW_COLUMNS, await patientImports.exportBadRows(caller, params.id)),
      record: () => patientImports.recordErrorExport(caller, params.id, 'faulty rows'),
    })
  })
  serve(app, confirm, ({ params, body, caller }) => patientImports.confirm(caller, params.id, body))
  serve(app, cancel, ({ params, caller }) => patientImports.cancel(caller, params.id))
}
