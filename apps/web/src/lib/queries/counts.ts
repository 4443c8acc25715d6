import type { Answer, contract } from '@zelab/contract'
import { api } from '../api-client.ts'
import { endpointQuery } from '../endpoint-query.ts'

export const deliveryCountsQuery = () => ({ ...endpointQuery(api.deliveries.getCounts), staleTime: 60_000 })

type DeliveryCounts = Answer<typeof contract.deliveries.getCounts>['data']

/** The list to which the sidebar leads has this many. */
export const attentionCount = ({ notReached, notOpened, correctionNotOpened }: DeliveryCounts): number =>
  notReached + notOpened + correctionNotOpened

export const criticalCountsQuery = () => ({ ...endpointQuery(api.critical.count), staleTime: 15_000 })

export const inboxCountsQuery = (labId?: number) => ({
  ...endpointQuery(api.inbox.getCounts, { query: { labId } }),
  staleTime: 30_000,
})

export const releaseCountsQuery = () => ({ ...endpointQuery(api.release.getCounts), staleTime: 30_000 })
