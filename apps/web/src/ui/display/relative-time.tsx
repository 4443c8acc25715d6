import { formatDateTime, formatRelative } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

interface RelativeTimeProps {
  at: string
  /** Keeps the relative form after a week. */
  isAlwaysRelative?: boolean
}

/** "5 minutes ago" up to a week, then the date. A tooltip has the exact time. */
export function RelativeTime({ at, isAlwaysRelative = false }: RelativeTimeProps) {
  const now = useNow()
  const exact = formatDateTime(at)
  const isRecent = isAlwaysRelative || now - new Date(at).getTime() < WEEK_MS
  if (!isRecent) return <time dateTime={at}>{exact}</time>
  return (
    <time dateTime={at} data-tooltip={exact} data-tooltip-touch="">
      {formatRelative(at, new Date(Math.max(now, new Date(at).getTime())))}
    </time>
  )
}
