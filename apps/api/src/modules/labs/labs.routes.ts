import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import { serve } from '../../http/serve.ts'
import { createLabService } from './labs.service.ts'

const placeOf = ({ line1, city }: { line1: string; city: string }) => ({ addressLine1: line1, city })

export const labsModule = (context: Pick<Context, 'database'>) => {
  const labs = createLabService(context)
  return defineModule({
    services: { labs },
    routes(app) {
      serve(app, contract.labs.list, ({ caller }) => labs.list(caller))
      serve(app, contract.labs.getById, ({ params, caller }) => labs.get(caller, params.id))
      serve(app, contract.labs.getOverview, ({ params, caller }) => labs.getOverview(caller, params.id))
      serve(app, contract.labs.listStaff, ({ params, query, caller }) =>
        labs.listStaff(caller, params.id, query),
      )
      serve(app, contract.labs.create, ({ body: { address, ...fields }, caller }) =>
        labs.create(caller, { ...fields, ...placeOf(address) }),
      )
      serve(app, contract.labs.update, ({ params, body: { address, updatedAt, ...fields }, caller }) =>
        labs.update(caller, params.id, { ...fields, ...(address && placeOf(address)) }, updatedAt),
      )
      serve(app, contract.labs.remove, ({ params, caller }) => labs.remove(caller, params.id))
    },
  })
}
