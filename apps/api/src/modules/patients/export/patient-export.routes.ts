import { contract } from '@zelab/contract'
import contentDisposition from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { callerOf, serveFile } from '../../../http/serve.ts'
import type { PatientExportService } from './patient-export.service.ts'

export const patientExportRoutes = (
  app: FastifyInstance,
  { patientExports }: { patientExports: PatientExportService },
): void => {
  serveFile(app, contract.patients.exportRecord, async ({ params }, request, reply) => {
    const { patientId, archive } = await patientExports.exportRecord(callerOf(request), params.id, () =>
      request.expectSession(),
    )
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', contentDisposition(`patient-ZL-${patientId}.zip`))
      .type('application/zip')
      .send(archive)
  })
}
