import type { ConsentChannel, Delivery, ShownDelivery } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import {
  findDeliveriesOfReport,
  findDelivery,
  findDeliveryEvents,
  findSentInError,
} from './report-deliveries.repository.ts'
import { cancelQueuedWithoutConsent, endDeliveriesOfDelegates } from './deliveries.repository.ts'
import type { DeliveryContextReader } from './sending/delivery-context.ts'
import { seesWithdrawnReports } from './sending/sending-rules.ts'

interface SentInError {
  recipients: number
  confirmed: { by: { fullName: string } } | null
}

export const createDeliveryService = ({
  database,
  deliveryContext,
}: Pick<Context, 'database'> & { deliveryContext: DeliveryContextReader }) => ({
  async find(caller: Caller, id: number): Promise<Delivery> {
    const delivery = await findDelivery(labScopeOf(caller), database, id)
    if (!delivery) throw notFound('DELIVERY_NOT_FOUND')
    return delivery
  },

  cancelWithoutConsent: (
    tx: Queryable,
    withdrawn: { patientId: number; channel: ConsentChannel; by: number },
  ): Promise<void> => cancelQueuedWithoutConsent(tx, withdrawn),

  endAccessOfDelegates: (
    tx: Queryable,
    ended: { delegateIds: readonly number[]; by: number | null },
  ): Promise<void> => endDeliveriesOfDelegates(tx, ended),

  async listOfReport(
    caller: Caller,
    reportId: number,
  ): Promise<{ data: ShownDelivery[]; sentInError: SentInError | null }> {
    const scope = labScopeOf(caller)
    const context = await deliveryContext.find(scope, database, reportId)
    if (!context || (context.report.isWithdrawn && !seesWithdrawnReports(caller)))
      throw notFound('REPORT_NOT_FOUND')
    const deliveries = await findDeliveriesOfReport(scope, database, reportId)
    const events = await findDeliveryEvents(
      database,
      deliveries.map(({ id }) => id),
    )
    const error = await findSentInError(database, reportId)
    return {
      data: deliveries.map((delivery) => ({ ...delivery, events: events.get(delivery.id) ?? [] })),
      sentInError: error
        ? {
            recipients: error.recipients,
            confirmed: error.confirmedBy === null ? null : { by: { fullName: error.confirmedBy } },
          }
        : null,
    }
  },
})
export type DeliveryService = ReturnType<typeof createDeliveryService>
