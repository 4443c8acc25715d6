import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve, serveList } from '../../../http/serve.ts'
import type { AgingOutService } from './aging-out.service.ts'
import type { DelegateService } from './delegates.service.ts'

interface DelegateServices {
  delegates: DelegateService
  agingOut: AgingOutService
}

export const delegateRoutes = (app: FastifyInstance, { delegates, agingOut }: DelegateServices): void => {
  serveList(
    app,
    contract.delegates.getDelegates,
    ({ params }) => ({
      action: 'patient.list',
      what: `Listed the guardians and delegates of patient ZL-${params.id}`,
      object: { type: 'patient', id: params.id },
    }),
    ({ params, caller }) => delegates.list(caller, params.id),
  )
  serve(app, contract.delegates.addDelegate, ({ params, body, caller }) =>
    delegates.add(caller, params.id, body),
  )
  serve(app, contract.delegates.changeDelegate, ({ params, body, caller }) =>
    delegates.change(caller, params.id, body),
  )
  serve(app, contract.delegates.endDelegate, ({ params, caller }) => delegates.end(caller, params.id))
  serveList(
    app,
    contract.deliveries.getAgingOut,
    () => ({ action: 'patient.list', what: 'Listed patients whose guardians lose access soon' }),
    ({ query, caller }) => agingOut.list(caller, query),
  )
}
