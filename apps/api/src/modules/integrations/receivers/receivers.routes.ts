import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import type { SendingsService } from './sendings.service.ts'

export const receiverRoutes = (app: FastifyInstance, { sendings }: { sendings: SendingsService }): void => {
  serve(app, contract.integrations.getSendings, ({ caller, params }) =>
    sendings.listOfReport(caller, params.id),
  )
  serve(app, contract.integrations.resend, ({ caller, params }) => sendings.resend(caller, params.id))
  serve(app, contract.integrations.test, ({ caller, params }) => sendings.test(caller, params.id))
}
