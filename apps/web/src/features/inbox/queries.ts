import { queryOptions } from '@tanstack/react-query'
import type { contract, InboxItem, RecordKind } from '@zelab/contract'
import { INBOX_PUBLISH_MAX, MAX_PAGE_SIZE } from '@zelab/contract/limits'
import { api } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'

export type InboxFilters = NonNullable<ApiInput<typeof contract.inbox.list>['query']>

/** True if an item can be published as it is listed. */
export const isReady = ({
  match,
  kind,
  problem,
  notices,
  patient,
  title,
  reportType,
  claim,
}: InboxItem): boolean =>
  match === 'green' &&
  kind === 'report' &&
  problem === null &&
  notices.length === 0 &&
  patient !== null &&
  title !== null &&
  reportType !== null &&
  (claim === null || claim.isOwn)

/** The first open items, at most as many as one request can change. */
export const openItemsQuery = (filters: Pick<InboxFilters, 'match' | 'source' | 'labId'>) =>
  queryOptions({
    queryKey: ['inbox' satisfies RecordKind, 'open', filters],
    queryFn: async ({ signal }) => {
      const items: InboxItem[] = []
      for (let page = 1; page <= INBOX_PUBLISH_MAX / MAX_PAGE_SIZE; page += 1) {
        const query = { ...filters, view: 'open', page, limit: MAX_PAGE_SIZE } as const
        const { data, pagination } = await api.inbox.list({ query }, { signal })
        items.push(...data)
        if (page >= pagination.totalPages) break
      }
      return items
    },
  })

export const claimItem = async (id: number) => (await api.inbox.claim({ params: { id } })).data

/** A claim that is not released expires. */
export const releaseItem = (id: number): void =>
  void api.inbox.release({ params: { id } }, { isLast: true }).catch(() => undefined)
