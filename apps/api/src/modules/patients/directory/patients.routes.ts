import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { RecordConflict } from '../../../core/app-error.ts'
import { serve, serveList, timeZoneOf } from '../../../http/serve.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { filterText } from '../../activity/list-views.ts'
import type { PatientService } from './patients.service.ts'

export const patientRoutes = (
  app: FastifyInstance,
  { patients, activity }: { patients: PatientService; activity: ActivityService },
): void => {
  serveList(
    app,
    contract.patients.list,
    ({ query }) => ({ action: 'patient.list', what: 'Listed patients', filter: filterText(query) }),
    ({ query, caller }) => patients.list(caller, query),
  )
  serve(app, contract.patients.getById, ({ params, caller }) => patients.get(caller, params.id))
  serve(app, contract.patients.register, async ({ body, caller }, request) => {
    const data = await patients.register(caller, body, timeZoneOf(request)).catch((error: unknown) => {
      if (error instanceof RecordConflict)
        activity.recordList(caller, {
          action: 'patient.check',
          what: 'Was shown possible duplicates at a registration',
          filter: body.fullName,
          rows: error.data.length,
        })
      throw error
    })
    return data
  })
  serveList(
    app,
    contract.patients.checkPhone,
    ({ body }, { data }) => ({
      action: 'patient.check',
      what: 'Checked a phone number',
      filter: body.phone,
      rows: data.patients.length,
    }),
    async ({ body, caller }) => {
      const found = await patients.findByPhone(caller, body.phone)
      return { exists: found.length > 0, data: { patients: found } }
    },
  )
}
