import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useActiveInterval } from '../../../lib/active-interval.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { claimItem, releaseItem } from '../queries.ts'

const RENEW_MS = 60_000

/** Claims an item while the page is open, so that other users cannot publish or reject it. */
export const useOpenedItem = (id: number) => {
  const client = useQueryClient()
  const queryKey = ['openedInboxItem', id]
  const query = useQuery({ queryKey, queryFn: () => claimItem(id), staleTime: Infinity, gcTime: 0 })
  const [lost, setLost] = useState<string>()
  const isOpen = query.data !== undefined
  const isKept = useRef(false)

  const renew = async (): Promise<void> => {
    try {
      client.setQueryData(queryKey, await claimItem(id))
      setLost(undefined)
    } catch (error) {
      // A network or server failure does not end the claim.
      if (error instanceof ApiError && error.status < 500) setLost(messageOf(error))
    }
  }
  useActiveInterval(() => void renew(), RENEW_MS, isOpen)

  const leave = useEffectEvent(() => {
    if (!isKept.current) releaseItem(id)
  })
  const comeBack = useEffectEvent(() => void renew())
  const isMounted = useRef(false)
  useEffect(() => {
    if (!isOpen) return undefined
    isMounted.current = true
    const onPageHide = () => leave()
    // Restored from the back/forward cache.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && comeBack()
    window.addEventListener('pagehide', onPageHide)
    window.addEventListener('pageshow', onPageShow)
    const release = () => {
      if (!isKept.current) releaseItem(id)
    }
    return () => {
      isMounted.current = false
      window.removeEventListener('pagehide', onPageHide)
      window.removeEventListener('pageshow', onPageShow)
      // React's strict mode mounts twice in development.
      setTimeout(() => !isMounted.current && release(), 0)
    }
  }, [id, isOpen])

  return {
    ...query,
    item: query.data,
    lost,
    setLost,
    renew,
    /** Keeps the claim on leaving: the item is decided, or the user returns to it. */
    keep: () => {
      isKept.current = true
    },
  }
}
