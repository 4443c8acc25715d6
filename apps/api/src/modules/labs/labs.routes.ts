import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import { serve } from '../../http/serve.ts'
import { createLabService } from './labs.service.ts'

const fieldsOf = <Fields extends { address: { line1: string; city: string } }>({
  address: { line1, city },
  ...fields
}: Fields) => ({ ...fields, addressLine1: line1, city })

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
      serve(app, contract.labs.create, ({ body, caller }) => labs.create(caller, fieldsOf(body)))
      serve(app, contract.labs.update, ({ params, body, caller }) =>
        labs.update(caller, params.id, fieldsOf(body), body.updatedAt),
      )
      serve(app, contract.labs.remove, ({ params, caller }) => labs.remove(caller, params.id))
    },
  })
}
