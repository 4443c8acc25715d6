import { useQuery } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '@zelab/contract/limits'
import { useState } from 'react'
import { formatPatientId } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { patientDeliveriesQuery } from './queries.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { DeliveryItem } from '../delivery-item.tsx'
import classes from '../report-deliveries.module.css'
import { ReportLink } from './record-links.tsx'
import * as texts from './texts.ts'

const STEP = 10

export function PatientDeliveries({ patientId }: { patientId: number }) {
  const may = useCan()
  const [limit, setLimit] = useState(STEP)
  const query = useQuery(patientDeliveriesQuery(patientId, limit))
  const { data: answer, error, isFetching, isPlaceholderData, refetch } = query
  const hasMore = answer !== undefined && answer.pagination.totalItems > answer.data.length
  return (
    <SectionCard title={texts.sentToPatient} isFlush>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : !answer ? (
        <Spinner />
      ) : answer.data.length === 0 ? (
        <p className={classes.none}>{texts.nothingSent}</p>
      ) : (
        <ul className={classes.list} aria-label={texts.sentToPatient} aria-busy={isPlaceholderData}>
          {answer.data.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              report={<ReportLink report={delivery.report} />}
            />
          ))}
        </ul>
      )}
      {hasMore &&
        (limit < MAX_PAGE_SIZE ? (
          <SubmitButton
            variant="subtle"
            isPending={isPlaceholderData}
            onClick={() => setLimit(Math.min(limit + STEP, MAX_PAGE_SIZE))}
          >
            {texts.showMore}
          </SubmitButton>
        ) : (
          may('reports:send') && (
            <p className={classes.none}>
              <AnchorLink to="/user/deliveries" search={{ view: 'all', search: formatPatientId(patientId) }}>
                {texts.showAll}
              </AnchorLink>
            </p>
          )
        ))}
    </SectionCard>
  )
}
