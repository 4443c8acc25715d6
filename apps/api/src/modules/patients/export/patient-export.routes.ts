import { contract } from '@zelab/contract'
import contentDisposition from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { serveFile } from '../../../http/serve.ts'
import type { PatientExportService } from './patient-export.service.ts'

export const patientExportRoutes = (
  app: FastifyInstance,
  { patientExports }: { patientExports: PatientExportService },
): void => {
  serveFile(app, contract.patients.exportRecord, async ({ params, caller }, request, reply) => {
    const { patientId, archive } = await patientExports.exportRecord(caller, params.id, () =>
      request.expectSession(),
    )
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', contentDisposition(`patient-ZL-${patientId}.zip`))
      .type('application/zip')
      .send(archive)
  })
}
