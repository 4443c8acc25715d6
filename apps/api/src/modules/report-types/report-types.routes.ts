import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import { serve } from '../../http/serve.ts'
import { createReportTypeService } from './report-types.service.ts'

export const reportTypesModule = (context: Pick<Context, 'database'>) => {
  const reportTypes = createReportTypeService(context)
  return defineModule({
    services: { reportTypes },
    routes(app) {
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
    },
  })
}
