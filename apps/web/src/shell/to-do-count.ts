import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { countToDo, withoutSeen } from '@zelab/contract/dashboard/seen-reports'
import { useCallback, useEffect } from 'react'
import { endpointQuery } from '../lib/endpoint-query.ts'
import { pageApi } from '../lib/page-api.ts'
import { useSeenUntil } from '../lib/queries/to-do.ts'
import { shortCount, useFetchOnNavigation, useMayCount, useToDoTotal } from './navigation-counts.ts'

const countQuery = (seenUntil: string) => ({
  ...endpointQuery(pageApi.dashboard.countToDo, { query: { seenUntil: seenUntil || undefined } }),
  staleTime: 60_000,
})

/** The dashboard has the list itself; elsewhere it is counted after each change, and on navigation once a minute. */
const useToDoCount = (): number => {
  const client = useQueryClient()
  const isOnDashboard = useLocation({ select: ({ pathname }) => pathname === '/user/dashboard' })
  const isCounted = useMayCount(!isOnDashboard)
  const [seenUntil] = useSeenUntil()
  const { data: list } = useQuery({ ...endpointQuery(pageApi.dashboard.getToDo), enabled: false })
  useEffect(() => {
    if (!isOnDashboard || !list) return
    client.setQueryData(countQuery(seenUntil).queryKey, { count: countToDo(withoutSeen(list, seenUntil)) })
  }, [client, isOnDashboard, list, seenUntil])
  const fetchCount = useCallback(() => client.prefetchQuery(countQuery(seenUntil)), [client, seenUntil])
  useFetchOnNavigation(fetchCount, isCounted)
  const { data } = useQuery({
    ...countQuery(seenUntil),
    enabled: isCounted,
    placeholderData: (last) => last,
  })
  return data?.count ?? 0
}

/** Counts what is to do, for the sidebar and for the title: "(3) Dashboard", as pages change it. */
export function ToDoCount() {
  const count = useToDoCount()
  useEffect(() => {
    useToDoTotal.setState({ total: count })
    const plain = () => document.title.replace(/^\(\d+\+?\) /, '')
    const write = (title: string) => {
      if (document.title !== title) document.title = title
    }
    const mark = () => write(count > 0 ? `(${shortCount(count)}) ${plain()}` : plain())
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(document.head, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      useToDoTotal.setState({ total: 0 })
      write(plain())
    }
  }, [count])
  return null
}
