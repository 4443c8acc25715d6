import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import { serve } from '../../http/serve.ts'
import type { RestoredMessages } from '../deliveries/sending/holds.ts'
import { createHeldSendingService } from './held-sendings.service.ts'

export const heldSendingsModule = (
  context: Pick<Context, 'database'> & { restoredMessages: RestoredMessages },
) => {
  const heldSendings = createHeldSendingService(context)
  return defineModule({
    services: { heldSendings },
    routes(app) {
      serve(app, contract.backups.getHeldSendings, () => heldSendings.list())
      serve(app, contract.backups.decideHeldSendings, ({ body, caller }) => heldSendings.decide(caller, body))
    },
  })
}
