import { Box } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useActiveInterval } from '../lib/active-interval.ts'
import { criticalCountsQuery } from '../lib/queries/counts.ts'
import { isSetUpFirst, useSessionStore } from '../lib/session-store.ts'
import classes from './shell.module.css'
import * as texts from './texts.tsx'

const EVERY_MS = 60_000

/** On every screen of a lab while a critical result is open; in the header, where it moves nothing. */
export function CriticalNotice() {
  // The server refuses counts until a required second factor is set up.
  const isAsked = !useSessionStore(isSetUpFirst)
  const { data: counts, refetch } = useQuery({ ...criticalCountsQuery(), enabled: isAsked })
  useActiveInterval(() => void refetch(), EVERY_MS, isAsked)
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => {
    if (!isAsked) return undefined
    return router.subscribe('onResolved', () => void client.prefetchQuery(criticalCountsQuery()))
  }, [client, isAsked, router])
  return (
    <Box role="status" flex="0 1 auto" miw={0}>
      {counts && counts.open + counts.restored > 0 && (
        <Link to="/user/critical" className={classes.notice}>
          <IconPhoneCall size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.text}>
            {texts.criticalOpen(Math.max(counts.open, counts.restored))}
            {counts.late > 0 && <strong> · {texts.criticalLate(counts.late)}</strong>}
            {counts.restored > 0 && <strong> · {texts.criticalRestored}</strong>}
          </span>
          <span className={classes.count} aria-hidden="true">
            {Math.max(counts.open, counts.restored)}
          </span>
        </Link>
      )}
    </Box>
  )
}
