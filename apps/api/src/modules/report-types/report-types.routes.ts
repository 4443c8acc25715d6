import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { ReportTypeService } from './report-types.service.ts'

export const reportTypeRoutes = (
  app: FastifyInstance,
  { reportTypes }: { reportTypes: ReportTypeService },
): void => {
  serve(app, contract.reportTypes.list, () => reportTypes.list())
  serve(app, contract.reportTypes.usage, async ({ params, caller }) => ({
    reports: await reportTypes.countReports(caller, params.id),
  }))
  serve(app, contract.reportTypes.add, ({ body, caller }) =>
    reportTypes.add(caller, { ...body, isSensitive: body.isSensitive ?? false }),
  )
  serve(app, contract.reportTypes.update, ({ params, body, caller }) =>
    reportTypes.update(caller, params.id, body),
  )
  serve(app, contract.reportTypes.remove, ({ params, caller }) => reportTypes.remove(caller, params.id))
}
