import {
  DELIVERY_COUNT_LIMIT,
  type Answer,
  type contract,
  type Delivery,
  type DeliveryChannel,
  type DeliveryView,
  type Pagination,
  type UnreachableReport,
  type ShownDelivery,
} from '@zelab/contract'
import type { AgingOutService } from '../../patients/delegates/aging-out.service.ts'
import type { Context } from '../../../core/context.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import { readPage } from '../../../core/pagination.ts'
import { patientIdIn, isWord } from '../../../core/patient-search-text.ts'
import type { PatientService } from '../../patients/directory/patients.service.ts'
import { countDeliveries, findDeliveries, type ViewedDeliveries } from './delivery-views.repository.ts'
import { findDeliveryEvents } from '../report-deliveries.repository.ts'
import { countUnreachable, findUnreachable } from './without-contact.repository.ts'
import {
  deleteEndedUnopenedDeliveries,
  deleteOldUnreachedReports,
  settleUnreachedReports,
} from './attention.repository.ts'
import { seesWithdrawnReports } from '../sending/sending-rules.ts'

const DELIVERY_EXPORT_LIMIT = 10_000

const EXPORT_BATCH = 1_000

interface Page {
  page: number
  limit: number
}

export interface DeliveryFilter {
  view: DeliveryView
  channel?: DeliveryChannel | undefined
  search: string
}

type Counts = Answer<typeof contract.deliveries.getCounts>['data']

const patientsOf = (typed: string): ViewedDeliveries['patients'] => {
  if (!isWord(typed)) return undefined
  const id = patientIdIn(typed)
  return id === undefined ? { text: typed } : { id }
}

export const createDeliveryListService = ({
  database,
  patients,
  agingOut,
}: Pick<Context, 'database'> & {
  patients: PatientService
  agingOut: Pick<AgingOutService, 'countAgingOut'>
}) => {
  const viewedBy = (caller: Caller, { view, channel, search }: DeliveryFilter): ViewedDeliveries => ({
    view,
    channel,
    patients: patientsOf(search),
    includesWithdrawn: seesWithdrawnReports(caller),
  })

  const readDeliveries = (caller: Caller, viewed: ViewedDeliveries, page: Page) => {
    const scope = labScopeOf(caller)
    return readPage(
      page,
      countDeliveries(scope, database, viewed),
      (rows) => findDeliveries(scope, database, viewed, rows),
      DELIVERY_COUNT_LIMIT,
    )
  }

  const bounded = async (counting: Promise<number>) => Math.min(await counting, DELIVERY_COUNT_LIMIT)

  return {
    list: (
      caller: Caller,
      query: DeliveryFilter & Page,
    ): Promise<{ data: Delivery[]; pagination: Pagination }> =>
      readDeliveries(caller, viewedBy(caller, query), query),

    async listOfPatient(
      caller: Caller,
      patientId: number,
      page: Page,
    ): Promise<{ data: ShownDelivery[]; pagination: Pagination }> {
      const { id } = await patients.find(caller, patientId)
      const { data, pagination } = await readDeliveries(
        caller,
        { ...viewedBy(caller, { view: 'all', search: '' }), patients: { id } },
        page,
      )
      const events = await findDeliveryEvents(
        database,
        data.map((delivery) => delivery.id),
      )
      return {
        data: data.map((delivery) => ({ ...delivery, events: events.get(delivery.id) ?? [] })),
        pagination,
      }
    },

    listWithoutContact(
      caller: Caller,
      page: Page,
    ): Promise<{ data: UnreachableReport[]; pagination: Pagination }> {
      const scope = labScopeOf(caller)
      return readPage(
        page,
        countUnreachable(scope, database),
        (rows) => findUnreachable(scope, database, rows),
        DELIVERY_COUNT_LIMIT,
      )
    },

    async getCounts(caller: Caller): Promise<Counts> {
      const scope = labScopeOf(caller)
      const count = (view: DeliveryView) =>
        bounded(countDeliveries(scope, database, viewedBy(caller, { view, search: '' })))
      const [notReached, notOpened, correctionNotOpened, noContact, delegates] = await Promise.all([
        count('not-reached'),
        count('not-opened'),
        count('correction-not-opened'),
        bounded(countUnreachable(scope, database)),
        bounded(agingOut.countAgingOut(caller)),
      ])
      return { notReached, notOpened, correctionNotOpened, noContact, agingOut: delegates }
    },

    async *exportAll(caller: Caller, filter: DeliveryFilter): AsyncGenerator<Delivery[], void> {
      const viewed = viewedBy(caller, filter)
      let beforeId: number | undefined
      for (let rows = 0; rows < DELIVERY_EXPORT_LIMIT; rows += EXPORT_BATCH) {
        const page = { limit: EXPORT_BATCH, offset: 0, beforeId }
        const batch = await findDeliveries(labScopeOf(caller), database, viewed, page)
        if (batch.length > 0) yield batch
        if (batch.length < EXPORT_BATCH) return
        beforeId = batch.at(-1)?.id
      }
    },

    async *exportWithoutContact(caller: Caller): AsyncGenerator<UnreachableReport[], void> {
      for (let offset = 0; offset < DELIVERY_EXPORT_LIMIT; offset += EXPORT_BATCH) {
        const batch = await findUnreachable(labScopeOf(caller), database, { limit: EXPORT_BATCH, offset })
        if (batch.length > 0) yield batch
        if (batch.length < EXPORT_BATCH) return
      }
    },
  }
}
export type DeliveryListService = ReturnType<typeof createDeliveryListService>

export const SETTLE_ATTENTION = 'settle-attention'

const BATCH = 500

/** Removes what the lists of attention do not show anymore, so that reading them stays fast. */
export const createAttentionService = ({ database }: Pick<Context, 'database'>) => ({
  /** Job. */
  async settle(): Promise<void> {
    const steps = [settleUnreachedReports, deleteOldUnreachedReports, deleteEndedUnopenedDeliveries]
    for (const step of steps) while ((await step(database, BATCH)) === BATCH);
  },
})
