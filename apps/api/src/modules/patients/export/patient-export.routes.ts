import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serveFile } from '../../../http/serve.ts'
import type { RecordExportService } from './patient-export.service.ts'

export const recordExportRoutes = (
  app: FastifyInstance,
  { recordExports }: { recordExports: RecordExportService },
): void => {
  serveFile(app, contract.patients.exportRecord, async ({ params }, request, reply) => {
    const { patientId, archive } = await recordExports.exportRecord(callerOf(request), params.id, () =>
      request.expectSession(),
    )
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="patient-ZL-${patientId}.zip"`)
      .type('application/zip')
      .send(archive)
  })
}
