import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import { createPatientSearchService } from '../patients/directory/patient-search.service.ts'
import { createReportSearchService } from '../reports/search/report-search.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { serveList } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import { createSearchService } from './search.service.ts'

export const searchModule = (context: Context & { activity: ActivityService; settings: SettingsService }) => {
  const { activity, settings } = context
  const search = createSearchService({
    patients: createPatientSearchService({ ...context, pageSettings: settings.pageSettings }),
    reports: createReportSearchService(context),
    activity,
  })
  return defineModule({
    services: { search },
    routes(app) {
      serveList(
        app,
        contract.search.records,
        ({ body }, data) => ({
          action: 'search.records',
          what: body.text === '' ? 'Listed what was looked at last' : 'Searched patients and reports',
          filter: body.text === '' ? '' : `“${body.text}”`,
          rows: data.patients.length + data.reports.length,
        }),
        ({ body, caller }) => search.records(caller, body.text),
      )
    },
  })
}
