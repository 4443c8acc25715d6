import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../../http/serve.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import type { AgingOutService } from './aging-out.service.ts'
import type { DelegateService } from './delegates.service.ts'

interface DelegateServices {
  delegates: DelegateService
  agingOut: AgingOutService
  activity: ActivityService
}

export const delegateRoutes = (
  app: FastifyInstance,
  { delegates, agingOut, activity }: DelegateServices,
): void => {
  serve(app, contract.delegates.getDelegates, async ({ params }, request) => {
    const caller = callerOf(request)
    const data = await delegates.list(caller, params.id)
    activity.recordList(caller, {
      action: 'patient.list',
      what: `Listed the guardians and delegates of patient ZL-${params.id}`,
      object: { type: 'patient', id: params.id },
      rows: data.length,
    })
    return { data }
  })
  serve(app, contract.delegates.addDelegate, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await delegates.add(callerOf(request), params.id, body),
  }))
  serve(app, contract.delegates.changeDelegate, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await delegates.change(callerOf(request), params.id, body),
  }))
  serve(app, contract.delegates.endDelegate, async ({ params }, request) => ({
    data: await delegates.end(callerOf(request), params.id),
  }))
  serve(app, contract.deliveries.getAgingOut, async ({ query }, request) => {
    const caller = callerOf(request)
    const found = await agingOut.list(caller, query)
    activity.recordList(caller, {
      action: 'patient.list',
      what: 'Listed patients whose guardians lose access soon',
      page: found.pagination.page,
      rows: found.data.length,
    })
    return found
  })
}
