import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReportReader } from '@zelab/contract'
import { formatDateTime } from '../../lib/format.ts'
import { reportReadersQuery } from '../../entities/report/queries.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import classes from './reader-list.module.css'
import * as texts from './texts.tsx'

interface ReaderListProps {
  reportId: number
  /** True when the readers have to be informed of a withdrawal. */
  isAlarming?: boolean
}

export function ReaderList({ reportId, isAlarming = false }: ReaderListProps) {
  const { data: readers, error, isFetching, refetch } = useQuery(reportReadersQuery(reportId))
  if (error && !readers)
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (readers?.length === 0) return <p className={classes.none}>{texts.reportNotOpenedYet}</p>
  return (
    <ul className={classes.list} aria-label={texts.whoOpenedThisReport} aria-busy={!readers} tabIndex={0}>
      {readers?.map((reader) => (
        <Reader key={reader.actor.id} reader={reader} isAlarming={isAlarming} />
      ))}
      {!readers && (
        <li className={classes.row}>
          <Skeleton height="2.25rem" />
        </li>
      )}
    </ul>
  )
}

interface ReaderProps {
  reader: ReportReader
  isAlarming: boolean
}

function Reader({ reader: { actor, hasReadFile, times, lastAt }, isAlarming }: ReaderProps) {
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <p className={classes.name}>
          {actor.fullName} <span className={classes.role}>{actor.role}</span>
        </p>
        <p className={classes.detail}>{texts.openedTimes(times, formatDateTime(lastAt))}</p>
      </div>
      <StatusBadge tone={!hasReadFile ? 'neutral' : isAlarming ? 'warning' : 'info'}>
        {hasReadFile ? texts.readTheFile : texts.pageOnly}
      </StatusBadge>
    </li>
  )
}
