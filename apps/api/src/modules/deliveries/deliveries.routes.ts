import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { ContactConsentService } from '../patients/record/contact-consent.service.ts'
import type { DeliveryService } from './deliveries.service.ts'
import type { LabDeliverySettingsService } from './lab-settings/lab-delivery-settings.service.ts'
import type { DeliveryChangeService } from './sending/delivery-changes.service.ts'
import type { SendingService } from './sending/sending.service.ts'
import type { MessageTemplateService } from './message-templates/message-templates.service.ts'

export const deliveryRoutes = (
  app: FastifyInstance,
  {
    contactConsents,
    deliveries,
    sending,
    deliveryChanges,
    labDeliverySettings,
    activity,
  }: {
    contactConsents: ContactConsentService
    deliveries: DeliveryService
    sending: SendingService
    deliveryChanges: DeliveryChangeService
    labDeliverySettings: LabDeliverySettingsService
    activity: ActivityService
  },
): void => {
  serve(app, contract.deliveries.getPatientDelivery, async ({ params }, request) => ({
    data: await contactConsents.get(callerOf(request), params.id),
  }))
  serve(app, contract.deliveries.updatePatientDelivery, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await contactConsents.update(callerOf(request), params.id, body),
  }))
  serve(app, contract.deliveries.getOptions, async ({ params }, request) => ({
    data: await sending.getOptions(callerOf(request), params.id),
  }))
  serve(app, contract.deliveries.send, async ({ params, body }, request) => ({
    data: await sending.send(callerOf(request), params.id, body),
  }))
  serve(app, contract.deliveries.handOver, async ({ params, body }, request) => ({
    data: await sending.handOver(callerOf(request), params.id, body),
  }))
  serve(app, contract.deliveries.handOverPaper, async ({ params, body }, request) => ({
    data: await sending.handOverPaper(callerOf(request), params.id, body.version),
  }))
  serve(app, contract.deliveries.listOfReport, async ({ params }, request) => {
    const caller = callerOf(request)
    const answer = await deliveries.listOfReport(caller, params.id)
    activity.recordList(caller, {
      action: 'report.list',
      // Not in the report's history, which has the page view already.
      what: `Listed what was sent of report #${params.id}`,
      rows: answer.data.length,
    })
    return answer
  })
  serve(app, contract.deliveries.resend, async ({ params }, request) => ({
    data: await deliveryChanges.resend(callerOf(request), params.id),
  }))
  serve(app, contract.deliveries.revoke, async ({ params }, request) => ({
    data: await deliveryChanges.revoke(callerOf(request), params.id),
  }))
  serve(app, contract.deliveries.confirmSentInError, async ({ params }, request) => {
    await deliveryChanges.confirmSentInError(callerOf(request), params.id)
    return {}
  })
  serve(app, contract.deliveries.getLabSettings, async ({ params }, request) => ({
    data: await labDeliverySettings.get(callerOf(request), params.id),
  }))
  serve(app, contract.deliveries.updateLabSettings, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await labDeliverySettings.update(callerOf(request), params.id, body),
  }))
}

export const messageTemplateRoutes = (
  app: FastifyInstance,
  { messageTemplates }: { messageTemplates: MessageTemplateService },
): void => {
  serve(app, contract.messageTemplates.getMessageTemplates, ({ params }, request) =>
    messageTemplates.list(callerOf(request), params.id),
  )
  serve(app, contract.messageTemplates.saveMessageTemplate, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    ...(await messageTemplates.save(callerOf(request), params.id, body)),
  }))
}
