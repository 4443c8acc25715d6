import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../../http/serve.ts'
import type { MessageTemplateService } from './message-templates.service.ts'

export const messageTemplateRoutes = (
  app: FastifyInstance,
  { messageTemplates }: { messageTemplates: MessageTemplateService },
): void => {
  serve(app, contract.messageTemplates.getMessageTemplates, ({ params }, request) =>
    messageTemplates.list(callerOf(request), params.id),
  )
  serve(app, contract.messageTemplates.saveMessageTemplate, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await messageTemplates.save(callerOf(request), params.id, body),
  }))
}
