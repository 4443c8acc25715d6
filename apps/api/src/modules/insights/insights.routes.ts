import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule, EVERY_MINUTE } from '../../core/module.ts'
import type { TurnaroundService } from '../visits/turnaround/turnaround.service.ts'
import { createDailyTotalService } from './daily-totals.service.ts'
import { sendCsv } from '../../http/csv-response.ts'
import { serve, serveFile, serveList } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import { filterText } from '../activity/list-views.ts'
import { insightFile } from './insights-export.ts'
import { createInsightService } from './insights.service.ts'

export const insightsModule = (
  given: Context & { activity: ActivityService; turnaround: TurnaroundService },
) => {
  const { activity } = given
  const dailyTotals = createDailyTotalService(given)
  const insights = createInsightService({ ...given, dailyTotals })
  return defineModule({
    services: { dailyTotals, insights },
    routes(app) {
      serve(app, contract.insights.trend, ({ caller }) => insights.trend(caller))
      serve(app, contract.insights.get, ({ query, caller }) => insights.get(caller, query))
      serve(app, contract.insights.deliveryTimes, ({ query, caller }) =>
        insights.deliveryTimes(caller, query),
      )
      serve(app, contract.insights.aloneReleases, ({ query, caller }) =>
        insights.aloneReleases(caller, query),
      )
      serve(app, contract.insights.turnaround, ({ query, caller }) => insights.turnaround(caller, query))
      serveList(
        app,
        contract.insights.listUnopened,
        ({ query }) => ({
          action: 'report.list',
          what: 'Listed unopened reports',
          filter: filterText(query),
        }),
        ({ query, caller }) => insights.listUnopened(caller, query),
      )
      serveFile(app, contract.insights.exportCsv, ({ query, caller }, _, reply) => {
        const { summary, ...file } = insightFile(insights, caller, query)
        return sendCsv(reply, {
          ...file,
          record: () => activity.record(caller, { action: 'data.export', summary }),
        })
      })
    },
    jobs: { 'settle-day-volumes': { kind: 'upkeep', at: EVERY_MINUTE, run: () => dailyTotals.settle() } },
  })
}
