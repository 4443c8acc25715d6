import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { toDoCountQuery, useSeenUntil } from '../lib/queries/to-do.ts'
import { shortCount, useFetchOnNavigation, useMayCount, useToDoTotal } from './navigation-counts.ts'

/** Refetched after each change, and on navigation once a minute. */
const useToDoCount = (): number => {
  const isCounted = useMayCount(true)
  const [seenUntil] = useSeenUntil()
  const query = toDoCountQuery(seenUntil)
  const { data: count = 0 } = useQuery({ ...query, enabled: isCounted, placeholderData: (last) => last })
  const fetchCount = useCallback(
    (client: QueryClient) => client.prefetchQuery(toDoCountQuery(seenUntil)),
    [seenUntil],
  )
  useFetchOnNavigation(fetchCount, isCounted)
  return isCounted ? count : 0
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
