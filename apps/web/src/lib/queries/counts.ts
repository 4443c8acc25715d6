import { api } from '../api-client.ts'
import { endpointQuery } from '../endpoint-query.ts'

export const deliveryCountsQuery = () => ({ ...endpointQuery(api.deliveries.getCounts), staleTime: 60_000 })

export const criticalCountsQuery = () => ({ ...endpointQuery(api.critical.count), staleTime: 15_000 })

export const inboxCountsQuery = (labId?: number) => ({
  ...endpointQuery(api.inbox.getCounts, { query: { labId } }),
  staleTime: 30_000,
})

export const releaseCountsQuery = () => ({ ...endpointQuery(api.release.getCounts), staleTime: 30_000 })
