import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useActiveInterval } from '../lib/active-interval.ts'
import {
  criticalCountsQuery,
  deliveryCountsQuery,
  inboxCountsQuery,
  releaseCountsQuery,
} from '../lib/queries/counts.ts'
import { isSetUpFirst, useSessionStore } from '../lib/session-store.ts'
import type { NavigationItem } from './navigation.ts'

const EVERY_MS = 60_000

/** The server refuses counts until a required second factor is set up. */
const useMayCount = (isAsked: boolean): boolean => !useSessionStore(isSetUpFirst) && isAsked

/** Refetched on navigation, because polling would postpone the idle limit of the session. */
const useDeliveryCount = (isAsked: boolean): number => {
  const isCounted = useMayCount(isAsked)
  const client = useQueryClient()
  const { data: counts } = useQuery({ ...deliveryCountsQuery(), enabled: isCounted })
  const router = useRouter()
  useEffect(() => {
    if (!isCounted) return undefined
    return router.subscribe('onResolved', () => void client.prefetchQuery(deliveryCountsQuery()))
  }, [client, isCounted, router])
  return isCounted && counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : 0
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

export const useNavigationCount = (count: NavigationItem['count']): number => {
  const critical = useCriticalCount(count === 'critical')
  const release = useReleaseCount(count === 'release')
  const deliveries = useDeliveryCount(count === 'deliveries')
  const inbox = useInboxCount(count === 'inbox')
  return { critical, release, inbox, deliveries }[count ?? 'deliveries']
}
