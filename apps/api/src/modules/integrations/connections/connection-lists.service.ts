import type { ApiClient, Attempt, Pagination, Receiver } from '@zelab/contract'
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
  type AttemptFilter,
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
  timeZone,
}: Pick<Context, 'database' | 'timeZone'> & { labs: Pick<LabService, 'get'> }) => ({
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
    { page, limit, ...filter }: { page: number; limit: number } & AttemptFilter,
  ): Promise<{ data: Attempt[]; pagination: Pagination }> {
    if (!(await isConnection(labScopeOf(caller), database, integrationId)))
      throw notFound('INTEGRATION_NOT_FOUND')
    const wanted = { integrationId, timeZone: await timeZone(), ...filter }
    return readPage(
      { page, limit },
      countAttempts(database, wanted),
      (part) => findAttempts(database, wanted, part),
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
