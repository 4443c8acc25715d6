import {
  hasLink,
  reportCallProblems,
  type Delivery,
  type RefusalCode,
  type ReportCallFields,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict, invalidField, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import { insertDeliveryEvent } from '../deliveries.repository.ts'
import type { DeliveryService } from '../deliveries.service.ts'
import { insertReportCall } from '../calls/report-calls.repository.ts'
import { findSentInError } from '../report-deliveries.repository.ts'
import {
  confirmAnnouncement,
  endLinksOfDelivery,
  findReportOfDelivery,
  lockDelivery,
  lockErrorAnnouncement,
  type LockedDelivery,
} from './delivery-changes.repository.ts'
import { markCanceled } from './delivery-queue.repository.ts'
import {
  recipientInWords,
  recipientOf,
  type DeliveryContext,
  type DeliveryContextReader,
} from './delivery-context.ts'
import { queueDelivery } from './holds.ts'
import { enqueueSending } from './send-job.ts'
import {
  SEND_LIMIT,
  sendRefusal,
  setUpRefusal,
  type Address,
  type SendingServices,
  seesWithdrawnReports,
} from './sending-rules.ts'

export const createDeliveryChangeService = ({
  database,
  deliveries,
  deliveryContext,
  clock,
  rateLimiter,
  ...services
}: SendingServices &
  Pick<Context, 'database' | 'clock' | 'rateLimiter'> & {
    deliveries: DeliveryService
    deliveryContext: DeliveryContextReader
  }) => {
  const sendLimiter = rateLimiter('send-report', SEND_LIMIT)
  const { mailer, smsGateway } = services

  /** Locks the patient before the delivery. */
  const lockInScope = async (
    tx: Queryable,
    caller: Caller,
    id: number,
  ): Promise<{ context: DeliveryContext; delivery: LockedDelivery }> => {
    const scope = labScopeOf(caller)
    const reportId = await findReportOfDelivery(scope, tx, id)
    const context = reportId === undefined ? undefined : await deliveryContext.lock(scope, tx, reportId)
    if (!context || (context.report.isWithdrawn && !seesWithdrawnReports(caller)))
      throw notFound('DELIVERY_NOT_FOUND')
    return { context, delivery: await lockDelivery(tx, id) }
  }

  /** A correction goes to the contact that received the error and needs no consent. */
  const resendAddress = (
    context: DeliveryContext,
    { purpose, channel, contact, delegateId }: LockedDelivery,
  ): Address | RefusalCode => {
    if (channel !== 'email' && channel !== 'sms') return 'DELIVERY_NOT_RESENDABLE'
    if (purpose === 'sent-in-error' && contact !== null)
      return setUpRefusal(services, channel) ?? { channel, contact }
    if (hasLink(purpose) && context.report.isWithdrawn) return 'REPORT_WITHDRAWN'
    const recipient = recipientOf(context, delegateId)
    if (!recipient) return 'DELEGATE_NOT_FOUND'
    const refusal = sendRefusal(context, recipient, channel, services)
    return refusal ?? { channel, contact: recipient[channel].contact ?? '' }
  }

  const resendLocked = async (tx: Queryable, caller: Caller, id: number) => {
    const { context, delivery } = await lockInScope(tx, caller, id)
    const isResendable = delivery.state === 'failed' || delivery.state === 'unconfirmed'
    if (!isResendable || delivery.isSentAgain) throw conflict('DELIVERY_NOT_RESENDABLE')
    const address = resendAddress(context, delivery)
    if (typeof address === 'string') throw conflict(address)
    const { purpose, language, delegateId } = delivery
    const newId = await queueDelivery(tx, {
      ...address,
      reportId: context.report.id,
      labId: context.lab.id,
      reportVersion: context.report.version,
      purpose,
      delegateId,
      language,
      requestedBy: caller.user.id,
    })
    await recordActivity(tx, caller, {
      action: 'delivery.send',
      object: { type: 'report', id: context.report.id },
      labId: context.lab.id,
      summary: `Asked for message ${id} about report #${context.report.id} to be sent again`,
    })
    await enqueueSending(tx, caller.requestId)
    return newId
  }

  const revokeLocked = async (tx: Queryable, caller: Caller, id: number) => {
    const { context, delivery } = await lockInScope(tx, caller, id)
    const by = caller.user.id
    const isWaiting = delivery.state === 'queued' || delivery.state === 'held'
    const ended = await endLinksOfDelivery(tx, id)
    if (!isWaiting && ended === 0) throw conflict('LINK_ALREADY_ENDED')
    if (isWaiting) {
      await markCanceled(tx, id, null)
      await insertDeliveryEvent(tx, id, { kind: 'canceled', by })
    }
    if (ended > 0) await insertDeliveryEvent(tx, id, { kind: 'revoked', by })
    await recordActivity(tx, caller, {
      action: 'delivery.revoke',
      object: { type: 'report', id: context.report.id },
      labId: context.lab.id,
      summary: `${isWaiting ? 'Canceled' : 'Ended the link of'} message ${id} about report #${context.report.id}`,
    })
    return id
  }

  const confirmLocked = async (tx: Queryable, caller: Caller, reportId: number) => {
    const context = await deliveryContext.find(labScopeOf(caller), tx, reportId)
    if (!context) throw notFound('REPORT_NOT_FOUND')
    if (!mailer.hasServer && !smsGateway.hasGateway) throw conflict('MAIL_NOT_SET_UP')
    const announcement = await lockErrorAnnouncement(tx, reportId)
    const sent = await findSentInError(tx, reportId)
    if (!announcement?.needsConfirmation || !sent) throw conflict('ERROR_NOT_CONFIRMABLE')
    await confirmAnnouncement(tx, announcement.id, caller.user.id)
    await recordActivity(tx, caller, {
      action: 'delivery.confirm-error',
      object: { type: 'report', id: reportId },
      labId: context.lab.id,
      summary: `Asked the recipients of report #${reportId} to delete it: ${sent.recipients}`,
    })
    await enqueueSending(tx, caller.requestId)
    return reportId
  }

  const recordCallLocked = async (
    tx: Queryable,
    caller: Caller,
    reportId: number,
    call: ReportCallFields,
  ) => {
    const context = await deliveryContext.lock(labScopeOf(caller), tx, reportId)
    if (!context || (context.report.isWithdrawn && !seesWithdrawnReports(caller)))
      throw notFound('REPORT_NOT_FOUND')
    const recipient = recipientOf(context, call.delegateId ?? null)
    if (!recipient) throw conflict('DELEGATE_NOT_FOUND')
    if (call.version > context.report.version) throw conflict('REPORT_CHANGED')
    await insertReportCall(tx, { ...call, reportId, calledBy: caller.user.id })
    await recordActivity(tx, caller, {
      action: 'delivery.call',
      object: { type: 'report', id: reportId },
      labId: context.lab.id,
      summary: `Called ${recipientInWords(context, recipient)} about report #${reportId}: ${call.outcome.replace('-', ' ')}`,
    })
    return reportId
  }

  return {
    async recordCall(caller: Caller, reportId: number, call: ReportCallFields): Promise<void> {
      const [problem] = reportCallProblems(call, clock.now())
      if (problem) throw invalidField(problem.path, problem.message)
      await database.transaction((tx) =>
        runIdempotent(tx, caller, () => recordCallLocked(tx, caller, reportId, call)),
      )
    },

    async resend(caller: Caller, id: number): Promise<Delivery> {
      await sendLimiter.attempt({ account: String(caller.user.id), address: caller.address })
      const newId = await database.transaction((tx) =>
        runIdempotent(tx, caller, () => resendLocked(tx, caller, id)),
      )
      return deliveries.find(caller, newId)
    },

    async revoke(caller: Caller, id: number): Promise<Delivery> {
      await database.transaction((tx) => runIdempotent(tx, caller, () => revokeLocked(tx, caller, id)))
      return deliveries.find(caller, id)
    },

    /** Releases the message that asks recipients of a wrong patient's report to delete it. */
    async confirmSentInError(caller: Caller, reportId: number): Promise<void> {
      await database.transaction((tx) => runIdempotent(tx, caller, () => confirmLocked(tx, caller, reportId)))
    },
  }
}
export type DeliveryChangeService = ReturnType<typeof createDeliveryChangeService>
