import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { ReportTypeService } from './report-types.service.ts'

export const reportTypeRoutes = (
  app: FastifyInstance,
  { reportTypes }: { reportTypes: ReportTypeService },
): void => {
  serve(app, contract.reportTypes.list, async () => ({ data: await reportTypes.list() }))
  serve(app, contract.reportTypes.usage, async ({ params }, request) => ({
    data: { reports: await reportTypes.countReports(callerOf(request), params.id) },
  }))
  serve(app, contract.reportTypes.add, async ({ body }, request) => ({
    message: SUCCESS.reportTypeAdded,
    data: await reportTypes.add(callerOf(request), { ...body, isSensitive: body.isSensitive ?? false }),
  }))
  serve(app, contract.reportTypes.update, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await reportTypes.update(callerOf(request), params.id, body),
  }))
  serve(app, contract.reportTypes.remove, async ({ params }, request) => {
    await reportTypes.remove(callerOf(request), params.id)
    return { message: SUCCESS.reportTypeDeleted }
  })
}
