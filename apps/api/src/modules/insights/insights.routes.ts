import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { sendCsv } from '../../http/csv-response.ts'
import { serve, serveFile, serveList } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import { filterText } from '../activity/list-views.ts'
import { insightFile } from './insights-export.ts'
import type { InsightService } from './insights.service.ts'

export const insightRoutes = (
  app: FastifyInstance,
  { insights, activity }: { insights: InsightService; activity: ActivityService },
): void => {
  serve(app, contract.insights.trend, ({ caller }) => insights.trend(caller))
  serve(app, contract.insights.get, ({ query, caller }) => insights.get(caller, query))
  serve(app, contract.insights.deliveryTimes, ({ query, caller }) => insights.deliveryTimes(caller, query))
  serve(app, contract.insights.aloneReleases, ({ query, caller }) => insights.aloneReleases(caller, query))
  serve(app, contract.insights.turnaround, ({ query, caller }) => insights.turnaround(caller, query))
  serveList(
    app,
    contract.insights.listUnopened,
    activity,
    ({ query }) => ({ action: 'report.list', what: 'Listed unopened reports', filter: filterText(query) }),
    ({ query, caller }) => insights.listUnopened(caller, query),
  )
  serveFile(app, contract.insights.exportCsv, ({ query, caller }, _, reply) => {
    const { summary, ...file } = insightFile(insights, caller, query)
    return sendCsv(reply, {
      ...file,
      cellsOf: (row) => row,
      record: () => activity.record(caller, { action: 'data.export', summary }),
    })
  })
}
