import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReportReader } from '@zelab/contract'
import { formatDateTime } from '../../lib/format.ts'
import { reportReadersQuery } from '../../lib/queries/reports.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import classes from './reader-list.module.css'
import * as texts from './texts.tsx'

/** On the page of a withdrawn report: whom to tell. */
export function ReaderCard({ reportId }: { reportId: number }) {
  return (
    <div className={classes.card}>
      <SectionCard title={texts.readersOpenedBy} subtitle={texts.readersHint} isFlush>
        <ReaderList reportId={reportId} />
      </SectionCard>
    </div>
  )
}

/** Who opened a report, the latest first. */
export function ReaderList({ reportId }: { reportId: number }) {
  const { data: readers, error, isFetching, refetch } = useQuery(reportReadersQuery(reportId))
  if (error && !readers)
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (readers?.length === 0) return <p className={classes.none}>{texts.reportNotOpenedYet}</p>
  return (
    <ul className={classes.list} aria-label={texts.whoOpenedThisReport} aria-busy={!readers} tabIndex={0}>
      {readers?.map((reader) => (
        <Reader key={reader.actor.id} reader={reader} />
      ))}
      {!readers && (
        <li className={classes.row}>
          <Skeleton height="2.25rem" />
        </li>
      )}
    </ul>
  )
}

function Reader({ reader: { actor, hasReadFile, times, lastAt } }: { reader: ReportReader }) {
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <p className={classes.name}>
          {actor.fullName} <span className={classes.role}>{actor.role}</span>
        </p>
        <p className={classes.detail}>{texts.openedTimes(times, formatDateTime(lastAt))}</p>
      </div>
      <StatusBadge tone={hasReadFile ? 'warning' : 'neutral'}>
        {hasReadFile ? texts.readTheFile : texts.pageOnly}
      </StatusBadge>
    </li>
  )
}
