import { VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { deliveryCountsQuery } from '../lib/queries/delivery-counts.ts'
import { useSessionStore } from '../lib/session-store.ts'
import classes from './sidebar.module.css'
import * as texts from './texts.tsx'

/** More than this is shown as such. */
const MOST = 99

/**
 * How many deliveries need attention. Read again on the way to another page, at most once a minute: requests without
 * anyone at work would put off the idle limit of the session.
 */
export const useDeliveryCount = (mayCount: boolean): number => {
  // Without a second factor that the role needs, the server answers nothing else.
  const isLocked = useSessionStore(({ session }) => session?.secondFactor === 'required')
  const isCounted = mayCount && !isLocked
  const client = useQueryClient()
  const { data: counts } = useQuery({ ...deliveryCountsQuery(), enabled: isCounted })
  const router = useRouter()
  useEffect(() => {
    if (!isCounted) return undefined
    return router.subscribe('onResolved', () => void client.prefetchQuery(deliveryCountsQuery()))
  }, [client, isCounted, router])
  return isCounted && counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : 0
}

/** The number beside an entry; its name stays as it is. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={classes.count} aria-hidden="true">
      {count > MOST ? `${MOST}+` : count}
    </span>
  )
}

/** The same in words, for the description of the entry. */
export function CountDescription({ id, count }: { id: string; count: number }) {
  return <VisuallyHidden id={id}>{count > 0 && texts.needAttention(count)}</VisuallyHidden>
}
