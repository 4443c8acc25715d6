import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { InboxItem } from '@zelab/contract'
import { inboxListQuery } from '../queries.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { filtersOf, type InboxSearch } from '../inbox-search.ts'
import { rememberOpened } from '../list/inbox-rows.ts'
import * as texts from './texts.ts'

interface Place {
  id: number
  page: number
}

const isFree = ({ claim }: InboxItem) => claim === null || claim.isOwn

export const useQueue = (id: number, { view: _, ...search }: InboxSearch) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: answer } = useQuery(inboxListQuery(filtersOf(search)))
  const rows = answer?.data ?? []
  const { page = 1, limit = 0, totalItems = 0, totalPages = 1 } = answer?.pagination ?? {}
  const index = rows.findIndex((row) => row.id === id)

  const readPage = async (number: number): Promise<InboxItem[]> => {
    const query = inboxListQuery(filtersOf({ ...search, page: number }))
    return (await client.fetchQuery({ ...query, staleTime: 0 })).data
  }
  // Replaces the history entry, so that Back leads to the list.
  const open = (place: Place) =>
    navigate({
      to: '/user/inbox/$itemId',
      params: { itemId: String(place.id) },
      search: { ...search, page: place.page > 1 ? place.page : undefined },
      replace: true,
    })
  const close = () => {
    rememberOpened(id)
    return navigate({ to: '/user/inbox', search, replace: true })
  }

  const move = async (step: 1 | -1): Promise<void> => {
    const neighbor = index < 0 ? rows[0] : rows[index + step]
    if (neighbor && neighbor.id !== id) return open({ id: neighbor.id, page })
    const nextPage = page + step
    if (nextPage < 1 || nextPage > totalPages) return
    const others = await readPage(nextPage).catch(() => [])
    const other = step > 0 ? others[0] : others.at(-1)
    if (other) return open({ id: other.id, page: nextPage })
  }

  /** Opens the next open item, or the list after the last one. */
  const advance = async (): Promise<void> => {
    const following = rows.slice(index + 1).find((row) => row.id !== id && isFree(row))
    if (following) return open({ id: following.id, page })
    for (const number of new Set([page, 1])) {
      const others = await readPage(number).catch(() => [])
      const other = others.find((row) => row.id !== id && isFree(row))
      if (other) return open({ id: other.id, page: number })
    }
    toastSuccess(texts.noMoreItems)
    await navigate({ to: '/user/inbox', search: { ...search, page: undefined }, replace: true })
  }

  return {
    place: index < 0 ? undefined : (page - 1) * limit + index + 1,
    total: totalItems,
    hasPrevious: index > 0 || (index === 0 && page > 1),
    hasNext: (index >= 0 && index < rows.length - 1) || page < totalPages || (index < 0 && rows.length > 0),
    next: () => void move(1),
    previous: () => void move(-1),
    close: () => void close(),
    advance,
  }
}
