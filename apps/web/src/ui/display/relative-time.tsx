import { formatDateTime, formatRelative } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

interface RelativeTimeProps {
  at: string
  /** However long ago it was. */
  isAlwaysRelative?: boolean
}

/** "5 minutes ago", up to a week, then the date. The exact time shows with the pointer, the focus or a touch. */
export function RelativeTime({ at, isAlwaysRelative = false }: RelativeTimeProps) {
  const now = useNow()
  const exact = formatDateTime(at)
  const isRecent = isAlwaysRelative || now - new Date(at).getTime() < WEEK_MS
  if (!isRecent) return <time dateTime={at}>{exact}</time>
  return (
    <time dateTime={at} tabIndex={0} data-tooltip={exact} data-tooltip-touch="">
      {formatRelative(at, new Date(Math.max(now, new Date(at).getTime())))}
    </time>
  )
}
