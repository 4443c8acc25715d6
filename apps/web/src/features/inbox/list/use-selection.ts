import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboxItem } from '@zelab/contract'
import { INBOX_PUBLISH_MAX } from '@zelab/contract/limits'
import { useState } from 'react'
import { toastError } from '../../../ui/feedback/toasts.ts'
import { activeFilters, type InboxSearch } from '../inbox-search.ts'
import { openItemsQuery } from '../queries.ts'

const NONE: ReadonlySet<number> = new Set()

export const isSelectable = ({ kind, claim }: InboxItem): boolean =>
  kind === 'report' && (claim === null || claim.isOwn)

/** Open items that the user has selected, on any page. Other filters start a new selection. */
export const useSelection = (search: InboxSearch, rows: readonly InboxItem[] = []) => {
  const client = useQueryClient()
  const query = openItemsQuery(activeFilters(search))
  const place = JSON.stringify([search.view, query.queryKey])
  const [chosen, setChosen] = useState({ place, ids: NONE })
  const ids = chosen.place === place ? chosen.ids : NONE
  const choose = (next: readonly number[]) =>
    setChosen({ place, ids: new Set(next.slice(0, INBOX_PUBLISH_MAX)) })
  const { data: all = [] } = useQuery({ ...query, enabled: ids.size > 0 })
  const known = new Map([...all, ...rows].map((item) => [item.id, item]))
  return {
    items: [...ids].flatMap((id) => known.get(id) ?? []),
    isSelected: (id: number) => ids.has(id),
    isFull: ids.size >= INBOX_PUBLISH_MAX,
    toggle: (id: number) => choose(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    selectAll: async (): Promise<void> => {
      try {
        const items = await client.fetchQuery({ ...query, staleTime: 0 })
        choose(items.filter(isSelectable).map(({ id }) => id))
      } catch (error) {
        toastError(error)
      }
    },
    clear: () => choose([]),
  }
}
export type Selection = ReturnType<typeof useSelection>
