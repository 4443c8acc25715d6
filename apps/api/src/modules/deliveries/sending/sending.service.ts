import {
  shownDay,
  type Delivery,
  type HandOver,
  type Language,
  type SendReport,
  type SendOptions,
} from '@zelab/contract'
import QRCode from 'qrcode'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { recordActivity, type ActivityService } from '../../activity/activity.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import { insertDelivery, insertDeliveryEvent, insertLink } from '../deliveries.repository.ts'
import type { DeliveryService } from '../deliveries.service.ts'
import { newLinkToken } from '../link/link-token.ts'
import { linkAddress, linkEndOf, textOf } from '../message-templates/message.ts'
import {
  recipientInWords,
  recipientOf,
  type Recipient,
  type DeliveryContext,
  type DeliveryContextReader,
} from './delivery-context.ts'
import { isHandedOver, lockReportVersion } from './delivery-context.repository.ts'
import { queueDelivery } from './holds.ts'
import { enqueueSending } from './send-job.ts'
import {
  contactRefusal,
  described,
  SEND_LIMIT,
  sendRefusal,
  type SendingServices,
  seesWithdrawnReports,
} from './sending-rules.ts'

interface HandedOver {
  delivery: Delivery
  link: string
  text: string
  until: string
  whatsappAddress: string | null
  qrCode: string | null
}

const whatsappAddressOf = (phone: string, text: string) =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`

export const createSendingService = ({
  database,
  clock,
  timeZone,
  publicUrl,
  activity,
  deliveries,
  deliveryContext,
  rateLimiter,
  ...services
}: SendingServices &
  Pick<Context, 'database' | 'clock' | 'timeZone' | 'publicUrl' | 'rateLimiter'> & {
    activity: ActivityService
    deliveries: DeliveryService
    deliveryContext: DeliveryContextReader
  }) => {
  const sendLimiter = rateLimiter('send-report', SEND_LIMIT)
  /** Throws for reports that are withdrawn or hidden from the caller. */
  const expectSendable = (caller: Caller, context: DeliveryContext | undefined): DeliveryContext => {
    if (!context || (context.report.isWithdrawn && !seesWithdrawnReports(caller)))
      throw notFound('REPORT_NOT_FOUND')
    if (context.report.isWithdrawn) throw conflict('REPORT_WITHDRAWN')
    return context
  }

  const lockSendable = async (tx: Queryable, caller: Caller, reportId: number) =>
    expectSendable(caller, await deliveryContext.lock(labScopeOf(caller), tx, reportId))

  const recipientIn = (context: DeliveryContext, delegateId: number | undefined): Recipient => {
    const recipient = recipientOf(context, delegateId ?? null)
    if (!recipient) throw conflict('DELEGATE_NOT_FOUND')
    return recipient
  }

  const contactsOf = (context: DeliveryContext, recipient: Recipient) => ({
    email: { ...recipient.email, ...described(sendRefusal(context, recipient, 'email', services)) },
    sms: { ...recipient.sms, ...described(sendRefusal(context, recipient, 'sms', services)) },
    whatsapp: { ...recipient.whatsapp, ...described(contactRefusal(context, recipient, 'whatsapp')) },
  })

  const limit = ({ user, address }: Caller) => sendLimiter.attempt({ account: String(user.id), address })

  return {
    async getOptions(caller: Caller, reportId: number): Promise<SendOptions> {
      const context = expectSendable(
        caller,
        await deliveryContext.find(labScopeOf(caller), database, reportId),
      )
      const endsAt = linkEndOf(clock.now(), context.linkDays)
      const zone = await timeZone()
      const textIn = (language: Language) =>
        textOf(context.lab, {
          language,
          purpose: 'report',
          link: linkAddress(publicUrl, '…'),
          endsAt,
          timeZone: zone,
        })
      activity.recordView(caller, {
        action: 'patient.view',
        object: { type: 'patient', id: context.patient.id },
        summary: `Looked at how report #${reportId} can be sent to patient ZL-${context.patient.id}`,
      })
      return {
        patient: context.patient,
        language: context.self.language,
        lab: { name: context.lab.name, phone: context.lab.phone, slipPaper: context.lab.slipPaper },
        texts: { en: textIn('en'), ar: textIn('ar') },
        isSensitive: context.report.isSensitive,
        hold: context.report.hold,
        ...contactsOf(context, context.self),
        delegates: context.delegates.flatMap((recipient) =>
          recipient.delegate
            ? [{ ...recipient.delegate, language: recipient.language, ...contactsOf(context, recipient) }]
            : [],
        ),
      }
    },

    /** The worker creates the link. */
    async send(
      caller: Caller,
      reportId: number,
      { channel, language, delegateId }: SendReport,
    ): Promise<Delivery> {
      await limit(caller)
      const id = await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const context = await lockSendable(tx, caller, reportId)
          const recipient = recipientIn(context, delegateId)
          const refusal = sendRefusal(context, recipient, channel, services)
          if (refusal) throw conflict(refusal)
          const deliveryId = await queueDelivery(tx, {
            reportId,
            labId: context.lab.id,
            reportVersion: context.report.version,
            channel,
            purpose: 'report',
            contact: recipient[channel].contact,
            delegateId: delegateId ?? null,
            language,
            requestedBy: caller.user.id,
          })
          await recordActivity(tx, caller, {
            action: 'delivery.send',
            object: { type: 'report', id: reportId },
            labId: context.lab.id,
            summary: `Asked for report #${reportId} to be sent to ${recipientInWords(context, recipient)} by ${channel}`,
          })
          await enqueueSending(tx, caller.requestId)
          return deliveryId
        }),
      )
      return deliveries.find(caller, id)
    },

    /** Slips and copied links are handed over in person, so they need no consent. */
    async handOver(
      caller: Caller,
      reportId: number,
      { channel, language, delegateId }: HandOver,
    ): Promise<HandedOver> {
      await limit(caller)
      const zone = await timeZone()
      const token = newLinkToken()
      const link = linkAddress(publicUrl, token)
      const { id, contact, text, until } = await database.transaction(async (tx) => {
        const locked = await lockSendable(tx, caller, reportId)
        const recipient = recipientIn(locked, delegateId)
        if (locked.report.hold === 'suspended') throw conflict('REPORT_SUSPENDED')
        const refusal = channel === 'whatsapp' ? contactRefusal(locked, recipient, channel) : null
        if (refusal) throw conflict(refusal)
        const whatsappContact = channel === 'whatsapp' ? recipient.whatsapp.contact : null
        const deliveryId = await insertDelivery(tx, {
          reportId,
          labId: locked.lab.id,
          reportVersion: locked.report.version,
          channel,
          purpose: 'report',
          contact: whatsappContact,
          delegateId: delegateId ?? null,
          language,
          requestedBy: caller.user.id,
          state: 'handed-over',
        })
        const endsAt = linkEndOf(clock.now(), locked.linkDays)
        const opensHold = locked.report.hold === 'critical' ? 'critical' : null
        await insertLink(tx, { deliveryId, tokenHash: hashSecretToken(token), endsAt, opensHold })
        await insertDeliveryEvent(tx, deliveryId, { kind: 'handed-over', by: caller.user.id })
        await recordActivity(tx, caller, {
          action: 'delivery.hand-over',
          object: { type: 'report', id: reportId },
          labId: locked.lab.id,
          summary: `Made a link to report #${reportId} for ${recipientInWords(locked, recipient)}: ${channel}${locked.report.hold ? ', held from the patient' : ''}`,
        })
        return {
          id: deliveryId,
          contact: whatsappContact,
          text: textOf(locked.lab, { language, purpose: 'report', link, endsAt, timeZone: zone }),
          until: shownDay(language, endsAt, zone),
        }
      })
      return {
        delivery: await deliveries.find(caller, id),
        link,
        text,
        until,
        whatsappAddress: contact === null ? null : whatsappAddressOf(contact, text),
        qrCode: channel === 'slip' ? await QRCode.toString(link, { type: 'svg', margin: 2 }) : null,
      }
    },

    /**
     * Records what happened at the desk: nothing is sent, so it needs no consent and has no link.
     * @param isFirst refuses a version that was handed over before
     */
    async handOverPaper(
      caller: Caller,
      reportId: number,
      printedVersion: number,
      { isFirst = false } = {},
    ): Promise<Delivery> {
      const id = await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const context = await lockSendable(tx, caller, reportId)
          if (context.report.hold === 'suspended') throw conflict('REPORT_SUSPENDED')
          const current = await lockReportVersion(tx, reportId, isFirst ? 'no key update' : 'share')
          if (current.isWithdrawn) throw conflict('REPORT_WITHDRAWN')
          if (current.version !== printedVersion) throw conflict('PRINT_OUTDATED')
          if (isFirst && (await isHandedOver(tx, reportId, printedVersion)))
            throw conflict('PAPER_HANDED_OVER')
          const deliveryId = await insertDelivery(tx, {
            reportId,
            labId: context.lab.id,
            reportVersion: printedVersion,
            channel: 'paper',
            purpose: 'report',
            contact: null,
            delegateId: null,
            language: context.self.language,
            requestedBy: caller.user.id,
            state: 'handed-over',
          })
          await insertDeliveryEvent(tx, deliveryId, { kind: 'handed-over', by: caller.user.id })
          await recordActivity(tx, caller, {
            action: 'delivery.paper',
            object: { type: 'report', id: reportId },
            labId: context.lab.id,
            summary: `Handed over version ${printedVersion} of report #${reportId} on paper to patient ZL-${context.patient.id}`,
          })
          return deliveryId
        }),
      )
      return deliveries.find(caller, id)
    },
  }
}
export type SendingService = ReturnType<typeof createSendingService>
