import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { reportDeliveriesQuery } from './queries.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import classes from './report-deliveries.module.css'
import { SentInError } from './sent-in-error.tsx'
import { WithdrawnOnPaper } from './withdrawn-on-paper.tsx'
import * as texts from './texts.ts'

interface ReportDeliveriesProps {
  reportId: number
  isWithdrawn: boolean
}

export function ReportDeliveries({ reportId, isWithdrawn }: ReportDeliveriesProps) {
  const { data: answer, error, isFetching, refetch } = useQuery(reportDeliveriesQuery(reportId))
  return (
    <SectionCard title={texts.deliveries} isFlush>
      {answer?.sentInError && <SentInError reportId={reportId} sent={answer.sentInError} />}
      {isWithdrawn && <WithdrawnOnPaper deliveries={answer?.data ?? []} />}
      {error && !answer ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : answer?.data.length === 0 ? (
        <p className={classes.none}>{texts.notSentYet}</p>
      ) : (
        <ul className={classes.list} aria-label={texts.deliveries} aria-busy={!answer}>
          {answer?.data.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} />
          ))}
          {!answer && (
            <li className={classes.item}>
              <Skeleton height="1.25rem" width="40%" />
            </li>
          )}
        </ul>
      )}
    </SectionCard>
  )
}
