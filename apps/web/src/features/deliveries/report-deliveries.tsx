import { useQuery } from '@tanstack/react-query'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { RecordList } from '../../ui/list/record-list.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { reportDeliveriesQuery } from './queries.ts'
import { SentInError } from './sent-in-error.tsx'
import * as texts from './texts.ts'
import { WithdrawnOnPaper } from './withdrawn-on-paper.tsx'

interface ReportDeliveriesProps {
  reportId: number
  isWithdrawn: boolean
}

export function ReportDeliveries({ reportId, isWithdrawn }: ReportDeliveriesProps) {
  const query = useQuery(reportDeliveriesQuery(reportId))
  const { data: answer } = query
  return (
    <SectionCard title={texts.deliveries} isFlush>
      {answer?.sentInError && <SentInError reportId={reportId} sent={answer.sentInError} />}
      {isWithdrawn && <WithdrawnOnPaper deliveries={answer?.data ?? []} />}
      <RecordList query={query} label={texts.deliveries} nothing={texts.notSentYet} skeletonRows={1}>
        {(delivery) => <DeliveryItem key={delivery.id} delivery={delivery} />}
      </RecordList>
    </SectionCard>
  )
}
