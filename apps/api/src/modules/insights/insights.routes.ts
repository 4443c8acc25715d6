import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { sendCsv } from '../../http/csv-response.ts'
import { callerOf, serve, serveFile } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import { filterText } from '../activity/list-views.ts'
import { insightFile } from './insights-export.ts'
import type { InsightService } from './insights.service.ts'

export const insightRoutes = (
  app: FastifyInstance,
  { insights, activity }: { insights: InsightService; activity: ActivityService },
): void => {
  serve(app, contract.insights.trend, async (_, request) => ({
    data: await insights.trend(callerOf(request)),
  }))
  serve(app, contract.insights.get, async ({ query }, request) => ({
    data: await insights.get(callerOf(request), query),
  }))
  serve(app, contract.insights.deliveryTimes, async ({ query }, request) => ({
    data: await insights.deliveryTimes(callerOf(request), query),
  }))
  serve(app, contract.insights.aloneReleases, async ({ query }, request) => ({
    data: await insights.aloneReleases(callerOf(request), query),
  }))
  serve(app, contract.insights.turnaround, async ({ query }, request) => ({
    data: await insights.turnaround(callerOf(request), query),
  }))
  serve(app, contract.insights.listUnopened, async ({ query }, request) => {
    const caller = callerOf(request)
    const list = await insights.listUnopened(caller, query)
    const { page } = list.pagination
    activity.recordList(caller, {
      action: 'report.list',
      what: 'Listed unopened reports',
      filter: filterText(query),
      page,
      rows: list.data.length,
    })
    return list
  })
  serveFile(app, contract.insights.exportCsv, ({ query }, request, reply) => {
    const caller = callerOf(request)
    const { summary, ...file } = insightFile(insights, caller, query)
    return sendCsv(reply, {
      ...file,
      cellsOf: (row) => row,
      record: () => activity.record(caller, { action: 'data.export', summary }),
    })
  })
}
