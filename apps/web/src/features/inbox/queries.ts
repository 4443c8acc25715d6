import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract, InboxItem, InboxPublishMatched, InboxSetType } from '@zelab/contract'
import { INBOX_PUBLISH_MAX, MAX_PAGE_SIZE } from '@zelab/contract/limits'
import { api } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'
import { AFTER_REPORT_CHANGE, CACHE } from '../../lib/queries/keys.ts'

type Endpoints = typeof contract.inbox
export type InboxFilters = NonNullable<ApiInput<Endpoints['list']>['query']>

const paramsOf = (id: number) => ({ id: String(id) })

export const inboxListQuery = (filters: InboxFilters) =>
  queryOptions({
    queryKey: [CACHE.inbox, 'list', filters],
    queryFn: ({ signal }) => api.inbox.list({ query: filters }, { signal }),
    placeholderData: keepPreviousData,
  })

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
    queryKey: [CACHE.inbox, 'open', filters],
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

export const claimItem = async (id: number) => (await api.inbox.claim({ params: paramsOf(id) })).data

/** A claim that is not released expires. */
export const releaseItem = (id: number): void =>
  void api.inbox.release({ params: paramsOf(id) }, { isLast: true }).catch(() => undefined)

/** Refetches after success and after a refusal, since both can mean an outdated list. */
const useInboxChange = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) =>
  useMutation({ mutationFn, meta: { invalidates: [CACHE.inbox], afterRefusal: true } })

const usePublishing = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) =>
  useMutation({
    mutationFn,
    meta: { invalidates: [CACHE.inbox, ...AFTER_REPORT_CHANGE], afterRefusal: true },
  })

export const usePublishItem = () =>
  usePublishing((input: CallInput<Endpoints['publish']>) => api.inbox.publish(input))

export const useAmendFromItem = () =>
  usePublishing((input: CallInput<Endpoints['amend']>) => api.inbox.amend(input))

export const useWithdrawFromItem = () =>
  usePublishing((input: CallInput<Endpoints['withdraw']>) => api.inbox.withdraw(input))

export const usePublishMatched = () =>
  usePublishing(async (body: InboxPublishMatched) => (await api.inbox.publishMatched({ body })).data)

export const useRejectItem = () =>
  useInboxChange((input: CallInput<Endpoints['reject']>) => api.inbox.reject(input))

export const useRestoreItem = () =>
  useInboxChange((id: number) => api.inbox.restore({ params: paramsOf(id) }))

export const useSetType = () =>
  useInboxChange(async (body: InboxSetType) => (await api.inbox.setType({ body })).data)

export const useReviewItems = () => useInboxChange((ids: number[]) => api.inbox.review({ body: { ids } }))
