import { contract, IMPORT_PART, REFUSAL, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { sendCsv } from '../../http/csv-answer.ts'
import { filePartOf } from '../../http/file-part.ts'
import { callerOf, serve, serveFile } from '../../http/serve.ts'
import type { PatientImportService } from './patient-imports.service.ts'

export const patientImportRoutes = (
  app: FastifyInstance,
  { patientImports }: { patientImports: PatientImportService },
): void => {
  const { start, get, listRows, exportErrors, confirm, cancel } = contract.patientImport
  serve(app, start, async ({ query }, request) => {
    const part = await filePartOf(request, IMPORT_PART, REFUSAL.importPart)
    try {
      return {
        data: await patientImports.start(callerOf(request), {
          ...query,
          fileName: part.filename,
          content: part.file,
          labId: query.labId,
        }),
      }
    } finally {
      // Whatever was not read must not keep the connection busy.
      part.file.resume()
    }
  })
  serve(app, get, async ({ params }, request) => ({
    data: await patientImports.get(callerOf(request), params.id),
  }))
  serve(app, listRows, ({ params, query }, request) =>
    patientImports.listRows(callerOf(request), params.id, query),
  )
  serveFile(app, exportErrors, async ({ params }, request, reply) => {
    const caller = callerOf(request)
    return sendCsv(reply, {
      fileName: 'import-errors.csv',
      headings: ['Row', 'Column', 'What is wrong', 'Value'],
      cellsOf: ({ rowNumber, column, message, value }) => [rowNumber, column, message, value],
      batches: await patientImports.exportErrors(caller, params.id),
      record: () => patientImports.recordErrorExport(caller, params.id),
    })
  })
  serve(app, confirm, async ({ params, body }, request) => ({
    data: await patientImports.confirm(callerOf(request), params.id, body.skipDuplicates),
  }))
  serve(app, cancel, async ({ params }, request) => ({
    message: SUCCESS.importCancelled,
    data: await patientImports.cancel(callerOf(request), params.id),
  }))
}
