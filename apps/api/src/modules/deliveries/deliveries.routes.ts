import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve, serveList } from '../../http/serve.ts'
import type { ContactConsentService } from '../patients/record/contact-consent.service.ts'
import type { DeliveryService } from './deliveries.service.ts'
import type { LabDeliverySettingsService } from './lab-settings/lab-delivery-settings.service.ts'
import type { LinkService } from './link/links.service.ts'
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
    links,
  }: {
    contactConsents: ContactConsentService
    deliveries: DeliveryService
    sending: SendingService
    deliveryChanges: DeliveryChangeService
    labDeliverySettings: LabDeliverySettingsService
    links: Pick<LinkService, 'visitLinks'>
  },
): void => {
  serve(app, contract.deliveries.getPatientDelivery, ({ params, caller }) =>
    contactConsents.get(caller, params.id),
  )
  serve(app, contract.deliveries.updatePatientDelivery, ({ params, body, caller }) =>
    contactConsents.update(caller, params.id, body),
  )
  serve(app, contract.deliveries.getOptions, ({ params, caller }) => sending.getOptions(caller, params.id))
  serve(app, contract.deliveries.send, ({ params, body, caller }) => sending.send(caller, params.id, body))
  serve(app, contract.deliveries.handOver, ({ params, body, caller }) =>
    sending.handOver(caller, params.id, body),
  )
  serve(app, contract.deliveries.handOverVisitLink, ({ params, body, caller }) =>
    links.visitLinks.handOver(caller, params.id, body.language),
  )
  serve(app, contract.deliveries.handOverPaper, ({ params, body, caller }) =>
    sending.handOverPaper(caller, params.id, body.version),
  )
  serveList(
    app,
    contract.deliveries.listOfReport,
    ({ params }) => ({
      action: 'report.list',
      // Not in the report's history, which has the page view already.
      what: `Listed what was sent of report #${params.id}`,
    }),
    ({ params, caller }) => deliveries.listOfReport(caller, params.id),
  )
  serve(app, contract.deliveries.recordCall, ({ params, body, caller }) =>
    deliveryChanges.recordCall(caller, params.id, body),
  )
  serve(app, contract.deliveries.resend, ({ params, caller }) => deliveryChanges.resend(caller, params.id))
  serve(app, contract.deliveries.revoke, ({ params, caller }) => deliveryChanges.revoke(caller, params.id))
  serve(app, contract.deliveries.confirmSentInError, ({ params, caller }) =>
    deliveryChanges.confirmSentInError(caller, params.id),
  )
  serve(app, contract.deliveries.getLabSettings, ({ params, caller }) =>
    labDeliverySettings.get(caller, params.id),
  )
  serve(app, contract.deliveries.updateLabSettings, ({ params, body, caller }) =>
    labDeliverySettings.update(caller, params.id, body),
  )
}

export const messageTemplateRoutes = (
  app: FastifyInstance,
  { messageTemplates }: { messageTemplates: MessageTemplateService },
): void => {
  serve(app, contract.messageTemplates.getMessageTemplates, ({ params, caller }) =>
    messageTemplates.list(caller, params.id),
  )
  serve(app, contract.messageTemplates.saveMessageTemplate, ({ params, body, caller }) =>
    messageTemplates.save(caller, params.id, body),
  )
}
