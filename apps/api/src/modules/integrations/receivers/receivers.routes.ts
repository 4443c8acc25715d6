import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import type { SendingsService } from './sendings.service.ts'

export const receiverRoutes = (app: FastifyInstance, { sendings }: { sendings: SendingsService }): void => {
  serve(app, contract.integrations.getSendings, async ({ caller, params }) => ({
    data: await sendings.listOfReport(caller, params.id),
  }))
  serve(app, contract.integrations.resend, async ({ caller, params }) => {
    await sendings.resend(caller, params.id)
    return {}
  })
  serve(app, contract.integrations.test, async ({ caller, params }) => ({
    data: await sendings.test(caller, params.id),
  }))
}
