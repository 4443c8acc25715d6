import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useActiveInterval } from '../lib/active-interval.ts'
import {
  attentionCount,
  criticalCountsQuery,
  deliveryCountsQuery,
  inboxCountsQuery,
  releaseCountsQuery,
} from '../lib/queries/counts.ts'
import { isSetUpFirst, useSessionStore } from '../lib/session-store.ts'
import type { NavigationItem } from './navigation.ts'

const EVERY_MS = 60_000

/** The server refuses counts until a required second factor is set up. */
export const useMayCount = (isAsked: boolean): boolean => !useSessionStore(isSetUpFirst) && isAsked

/** Instead of polling, which would postpone the idle limit of the session. The query's stale time limits it. */
export const useFetchOnNavigation = (fetch: (client: QueryClient) => Promise<void>, isOn: boolean): void => {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (!isOn) return undefined
    return router.subscribe('onResolved', () => void fetch(client))
  }, [client, fetch, isOn, router])
}

const fetchDeliveryCounts = (client: QueryClient) => client.prefetchQuery(deliveryCountsQuery())

const useDeliveryCount = (isAsked: boolean): number => {
  const isCounted = useMayCount(isAsked)
  const { data: counts } = useQuery({ ...deliveryCountsQuery(), enabled: isCounted })
  useFetchOnNavigation(fetchDeliveryCounts, isCounted)
  return isCounted && counts ? attentionCount(counts) : 0
}

/** Critical open inbox items, of those that `useNavigationCount` counts. */
export const useCriticalItems = (count: NavigationItem['count']): number =>
  useQuery({ ...inboxCountsQuery(), enabled: useMayCount(count === 'inbox') }).data?.critical ?? 0

/** Open inbox items. Refetched once a minute while the user is active, and after each change. */
const useInboxCount = (isAsked: boolean): number => {
  const isCounted = useMayCount(isAsked)
  const { data: counts, refetch } = useQuery({ ...inboxCountsQuery(), enabled: isCounted })
  useActiveInterval(() => void refetch(), EVERY_MS, isCounted)
  return isCounted && counts ? counts.green + counts.amber + counts.red : 0
}

/** For the user: to release, correct or review. */
const useReleaseCount = (isAsked: boolean): number => {
  const isCounted = useMayCount(isAsked)
  const { data: counts, refetch } = useQuery({ ...releaseCountsQuery(), enabled: isCounted })
  useActiveInterval(() => void refetch(), EVERY_MS, isCounted)
  if (!isCounted || !counts) return 0
  return Math.max(counts.awaiting + counts.sentBack, counts.own) + counts.review
}

/** Refreshed by the notice in the header. */
const useCriticalCount = (isAsked: boolean): number =>
  useQuery({ ...criticalCountsQuery(), enabled: useMayCount(isAsked) }).data?.open ?? 0

/** Written by `ToDoCount`, which the shell loads later. */
export const useToDoTotal = create<{ total: number }>()(() => ({ total: 0 }))

/** Larger counts are shown as "99+". */
const MOST = 99
export const shortCount = (count: number) => (count > MOST ? `${MOST}+` : count)

export const useNavigationCount = (count: NavigationItem['count']): number => {
  const critical = useCriticalCount(count === 'critical')
  const release = useReleaseCount(count === 'release')
  const deliveries = useDeliveryCount(count === 'deliveries')
  const inbox = useInboxCount(count === 'inbox')
  const toDo = useToDoTotal(({ total }) => total)
  return { critical, release, inbox, deliveries, toDo }[count ?? 'deliveries']
}
