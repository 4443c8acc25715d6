import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { InboxItem } from '@zelab/contract'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { queueOf } from '../../../ui/list/queue.tsx'
import { filtersOf, type InboxSearch } from '../inbox-search.ts'
import { rememberOpened } from '../list/inbox-rows.ts'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

const isFree = ({ claim }: InboxItem) => claim === null || claim.isOwn

export const useQueue = (id: number, { view: _, ...search }: InboxSearch) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: answer } = useQuery(endpointQuery(api.inbox.list, { query: filtersOf(search) }))
  const queue = queueOf({
    id,
    answer,
    readPage: async (page) => {
      const query = endpointQuery(api.inbox.list, { query: filtersOf({ ...search, page }) })
      return (await client.fetchQuery({ ...query, staleTime: 0 })).data
    },
    isFree,
    // Replaces the history entry, so that Back leads to the list.
    open: (next, page) =>
      navigate({
        to: '/user/inbox/$itemId',
        params: { itemId: String(next) },
        search: { ...search, page: page > 1 ? page : undefined },
        replace: true,
      }),
    finish: () => {
      toastSuccess(texts.noMoreItems)
      return navigate({ to: '/user/inbox', search: { ...search, page: undefined }, replace: true })
    },
  })
  const close = () => {
    rememberOpened(id)
    return navigate({ to: '/user/inbox', search, replace: true })
  }
  return { ...queue, close: () => void close() }
}
