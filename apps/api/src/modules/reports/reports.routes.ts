import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { FileCheckService } from './file-check.service.ts'
import type { PublishingService } from './publishing.service.ts'
import type { ReportReadingService } from './report-reading.service.ts'

export const reportRoutes = (
  app: FastifyInstance,
  {
    reports,
    publishing,
    fileChecks,
  }: { reports: ReportReadingService; publishing: PublishingService; fileChecks: FileCheckService },
): void => {
  serve(app, contract.reports.list, ({ query }, request) => reports.list(callerOf(request), query))
  serve(app, contract.reports.getById, async ({ params }, request) => ({
    data: await reports.get(callerOf(request), params.reportId),
  }))
  serve(app, contract.reports.listOfPatient, async ({ params }, request) => ({
    data: await reports.listOfPatient(callerOf(request), params.patientId),
  }))
  serve(app, contract.reports.publish, async ({ params, body }, request) => ({
    message: SUCCESS.reportPublished,
    data: await publishing.publish(callerOf(request), params.patientId, body),
  }))
  serve(app, contract.reports.checkFile, async ({ body }, request) => ({
    data: { warnings: await fileChecks.check(callerOf(request), body) },
  }))
  serve(app, contract.reports.withdraw, async ({ params, body }, request) => {
    await publishing.withdraw(callerOf(request), params.id, body)
    return { message: SUCCESS.reportWithdrawn }
  })
}
