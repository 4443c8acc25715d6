import type { ApiClient, Attempt, Pagination, Receiver, SendingState } from '@zelab/contract'
import { notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { readPage } from '../../../core/pagination.ts'
import type { LabService } from '../../labs/labs.service.ts'
import {
  ATTEMPTS_COUNTED,
  countAttempts,
  findAttempts,
  findClients,
  findFailingReceivers,
  findReceivers,
  isConnection,
  type ListedClient,
  type ListedReceiver,
} from './connection-lists.repository.ts'

const withReach = <Row extends ListedClient | ListedReceiver>({ referrerId, referrerName, ...row }: Row) => ({
  ...row,
  reach:
    referrerId === null
      ? { kind: 'lab' as const }
      : { kind: 'referrer' as const, id: referrerId, name: referrerName ?? '' },
})

const toReceiver = ({ failingSince, failure, nextTryAt, ...row }: ListedReceiver): Receiver => ({
  ...withReach({ ...row, failingSince, failure, nextTryAt }),
  failing: failingSince === null ? null : { since: failingSince, answer: failure ?? '', nextTryAt },
})

export const createConnectionListService = ({
  database,
  labs,
}: Pick<Context, 'database'> & { labs: Pick<LabService, 'get'> }) => ({
  async clients(caller: Caller, labId: number): Promise<ApiClient[]> {
    await labs.get(caller, labId)
    return (await findClients(labScopeOf(caller), database, labId)).map(withReach)
  },

  async receivers(caller: Caller, labId: number): Promise<Receiver[]> {
    await labs.get(caller, labId)
    return (await findReceivers(labScopeOf(caller), database, labId)).map(toReceiver)
  },

  async attempts(
    caller: Caller,
    integrationId: number,
    { state, ...query }: { page: number; limit: number; state?: SendingState | undefined },
  ): Promise<{ data: Attempt[]; pagination: Pagination }> {
    if (!(await isConnection(labScopeOf(caller), database, integrationId)))
      throw notFound('INTEGRATION_NOT_FOUND')
    const wanted = { integrationId, state }
    return readPage(
      query,
      countAttempts(database, wanted),
      (page) => findAttempts(database, wanted, page),
      ATTEMPTS_COUNTED,
    )
  },

  /** For metrics. */
  async failing(tx: Queryable): Promise<{ labels: { lab: string; receiver: string }; value: number }[]> {
    const found = await findFailingReceivers(tx)
    return found.map(({ seconds: value, ...labels }) => ({ labels, value }))
  },
})
export type ConnectionListService = ReturnType<typeof createConnectionListService>
