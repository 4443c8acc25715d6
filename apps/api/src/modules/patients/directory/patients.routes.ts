import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { RecordConflict } from '../../../core/app-error.ts'
import { callerOf, serve } from '../../../http/serve.ts'
import { timeZoneOf } from '../../../http/time-zone-header.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { filterText } from '../../activity/list-views.ts'
import type { PatientService } from './patients.service.ts'

export const patientRoutes = (
  app: FastifyInstance,
  { patients, activity }: { patients: PatientService; activity: ActivityService },
): void => {
  serve(app, contract.patients.list, async ({ query }, request) => {
    const caller = callerOf(request)
    const list = await patients.list(caller, query)
    const { page } = list.pagination
    const rows = list.data.length
    activity.recordList(caller, {
      action: 'patient.list',
      what: 'Listed patients',
      filter: filterText(query),
      page,
      rows,
    })
    return list
  })
  serve(app, contract.patients.getById, async ({ params }, request) => ({
    data: await patients.get(callerOf(request), params.id),
  }))
  serve(app, contract.patients.register, async ({ body }, request) => {
    const caller = callerOf(request)
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
    return { message: SUCCESS.patientAdded, data }
  })
  serve(app, contract.patients.checkPhone, async ({ body }, request) => {
    const caller = callerOf(request)
    const found = await patients.findByPhone(caller, body.phone)
    activity.recordList(caller, {
      action: 'patient.check',
      what: 'Checked a phone number',
      filter: body.phone,
      rows: found.length,
    })
    return { exists: found.length > 0, data: { patients: found } }
  })
}
