import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serveList } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { SearchService } from './search.service.ts'

export const searchRoutes = (
  app: FastifyInstance,
  { search, activity }: { search: SearchService; activity: ActivityService },
): void => {
  serveList(
    app,
    contract.search.records,
    activity,
    ({ body }, data) => ({
      action: 'search.records',
      what: body.text === '' ? 'Listed what was looked at last' : 'Searched patients and reports',
      filter: body.text === '' ? '' : `“${body.text}”`,
      rows: data.patients.length + data.reports.length,
    }),
    ({ body, caller }) => search.records(caller, body.text),
  )
}
