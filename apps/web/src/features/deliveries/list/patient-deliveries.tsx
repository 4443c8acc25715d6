import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '@zelab/contract/limits'
import { useState } from 'react'
import { formatPatientId } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { RecordList } from '../../../ui/list/record-list.tsx'
import { DeliveryItem } from '../delivery-item.tsx'
import { ReportLink } from './record-links.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

const STEP = 10

export function PatientDeliveries({ patientId }: { patientId: number }) {
  const may = useCan()
  const [limit, setLimit] = useState(STEP)
  const query = useQuery(
    endpointQuery(api.deliveries.listOfPatient, { params: { id: patientId }, query: { limit } }),
  )
  const { data: answer, isPlaceholderData } = query
  const hasMore = answer !== undefined && answer.pagination.totalItems > answer.data.length
  return (
    <SectionCard title={texts.sentToPatient} isFlush>
      <RecordList query={query} label={texts.sentToPatient} nothing={texts.nothingSent}>
        {(delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            report={<ReportLink report={delivery.report} />}
          />
        )}
      </RecordList>
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
            <Text px="md" py="sm" size="sm">
              <AnchorLink
                inherit
                to="/user/deliveries"
                search={{ view: 'all', search: formatPatientId(patientId) }}
              >
                {texts.showAll}
              </AnchorLink>
            </Text>
          )
        ))}
    </SectionCard>
  )
}
