import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { dashboardWorkQuery } from './queries.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import classes from './dashboard-page.module.css'
import { ReportGroupCard } from './report-group.tsx'
import * as texts from './texts.tsx'

export function DoctorWork() {
  const { data, error, isFetching, refetch } = useQuery(dashboardWorkQuery())
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <div className={classes.panels}>
      <ReportGroupCard
        title={texts.unopenedReports}
        subtitle={texts.unopenedReportsHint}
        group={data?.unopened}
        empty={texts.noUnopenedReports}
      />
      <ReportGroupCard
        title={texts.newReports}
        subtitle={
          data?.newReports ? texts.newSince(formatDateTime(data.newReports.since)) : texts.newReportsHint
        }
        group={data?.newReports}
        empty={texts.noNewReports}
      />
    </div>
  )
}

interface TechnicianWorkProps {
  inbox: ReactNode
  publishing: ReactNode
}

export function TechnicianWork({ inbox, publishing }: TechnicianWorkProps) {
  const { data, error, isFetching, refetch } = useQuery(dashboardWorkQuery())
  return (
    <div className={classes.panels}>
      <div className={classes.wide}>{inbox}</div>
      {publishing}
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ReportGroupCard
          title={texts.publishedToday}
          subtitle={texts.publishedTodayHint}
          group={data?.publishedToday}
          empty={texts.nothingPublishedToday}
        />
      )}
    </div>
  )
}

interface FailureProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

function Failure(failure: FailureProps) {
  return (
    <Sheet>
      <ErrorState {...failure} />
    </Sheet>
  )
}
