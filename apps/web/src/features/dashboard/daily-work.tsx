import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Answer, contract, Report, ReportGroup } from '@zelab/contract'
import type { ReactNode } from 'react'
import { formatCount, formatDateTime } from '../../lib/format.ts'
import { dashboardWorkQuery } from './queries.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import classes from './dashboard.module.css'
import { ReportGroupCard } from './report-group.tsx'
import * as texts from './texts.tsx'

type DashboardWork = Answer<typeof contract.dashboard.getWork>['data']

export function DoctorWork() {
  const { data, error, isFetching, refetch } = useQuery(dashboardWorkQuery())
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <SimpleGrid minColWidth="min(100%, 26rem)" autoFlow="auto-fit" mt="md">
      <ReportGroupCard
        title={texts.reportsToReview}
        subtitle={
          data?.unopened && data.newReports
            ? texts.unopenedAndNew(
                countOf(data.unopened),
                countOf(data.newReports),
                formatDateTime(data.newReports.since),
              )
            : texts.reportsToReviewHint
        }
        reports={data && toReview(data)}
        empty={texts.nothingToReview}
        badgeOf={({ id }) =>
          data?.unopened?.reports.some((one) => one.id === id) ? texts.unopened : texts.newReport
        }
      />
    </SimpleGrid>
  )
}

/** Unopened and new reports, each once, newest first. */
const toReview = ({ unopened, newReports }: DashboardWork): Report[] => {
  const byId = new Map(
    [...(unopened?.reports ?? []), ...(newReports?.reports ?? [])].map((report) => [report.id, report]),
  )
  return [...byId.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}

const countOf = ({ total, isEstimate }: ReportGroup): string =>
  `${formatCount(total)}${isEstimate ? '+' : ''}`

interface TechnicianWorkProps {
  inbox: ReactNode
  publishing: ReactNode
}

export function TechnicianWork({ inbox, publishing }: TechnicianWorkProps) {
  const { data, error, isFetching, refetch } = useQuery(dashboardWorkQuery())
  return (
    <SimpleGrid minColWidth="min(100%, 26rem)" autoFlow="auto-fit" mt="md">
      <div className={classes.wide}>{inbox}</div>
      {publishing}
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ReportGroupCard
          title={
            data?.publishedToday
              ? `${texts.publishedToday} (${countOf(data.publishedToday)})`
              : texts.publishedToday
          }
          subtitle={texts.publishedTodayHint}
          reports={data?.publishedToday?.reports}
          empty={texts.nothingPublishedToday}
        />
      )}
    </SimpleGrid>
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
