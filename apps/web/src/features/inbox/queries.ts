import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract, InboxItem, InboxPublishMatched } from '@zelab/contract'
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

/** Whether an item can be published without a further look. */
const isReady = ({ match, kind, problem, patient, title, reportType, claim }: InboxItem): boolean =>
  match === 'green' &&
  kind === 'report' &&
  problem === null &&
  patient !== null &&
  title !== null &&
  reportType !== null &&
  (claim === null || claim.isOwn)

/** The oldest open items that are ready; not more than one request publishes. */
export const readyItemsQuery = (labId: number | undefined) =>
  queryOptions({
    queryKey: [CACHE.inbox, 'ready', labId],
    queryFn: async ({ signal }) => {
      const ready: InboxItem[] = []
      for (let page = 1; page <= INBOX_PUBLISH_MAX / MAX_PAGE_SIZE; page += 1) {
        const query = { view: 'open', match: 'green', labId, page, limit: MAX_PAGE_SIZE } as const
        const { data, pagination } = await api.inbox.list({ query }, { signal })
        ready.push(...data.filter(isReady))
        if (page >= pagination.totalPages) break
      }
      return ready
    },
  })

/** Opens an item for this user. */
export const claimItem = async (id: number) => (await api.inbox.claim({ params: paramsOf(id) })).data

/** Leaves an item. A claim that is not released ends by itself. */
export const releaseItem = (id: number): void =>
  void api.inbox.release({ params: paramsOf(id) }, { isLast: true }).catch(() => undefined)

/** After success and after a refusal: both can mean that the list is not up to date. */
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

export const useReviewItems = () => useInboxChange((ids: number[]) => api.inbox.review({ body: { ids } }))
