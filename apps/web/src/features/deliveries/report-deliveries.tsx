import { useQuery } from '@tanstack/react-query'
import { Stack, Box } from '@mantine/core'
import type { Answer, contract, Delivery } from '@zelab/contract'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { RecordList } from '../../ui/list/record-list.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { reportDeliveriesQuery } from './queries.ts'
import * as texts from './texts.ts'
import { useCan } from '../../lib/session-store.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import * as shared from '../../ui/texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'
import { formatDateTime } from '../../lib/format.ts'
import { PhoneLink } from '../../ui/display/contact-links.tsx'

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

interface SentInErrorProps {
  reportId: number
  sent: NonNullable<Answer<typeof contract.deliveries.listOfReport>['sentInError']>
}

function SentInError({ reportId, sent: { recipients, confirmed } }: SentInErrorProps) {
  const may = useCan()
  const confirm = useEndpoint(api.deliveries.confirmSentInError, { id: reportId })
  return (
    <Stack gap="sm" align="start" px="md" py="sm">
      <Notice tone="mismatch" title={texts.sentInError}>
        <p>{texts.recipientsOf(recipients)}</p>
        {confirmed ? (
          <p>{texts.askedToDelete(confirmed.by.fullName)}</p>
        ) : (
          !may('reports:confirm-error') && <p>{texts.waitsForDoctor}</p>
        )}
      </Notice>
      {!confirmed && may('reports:confirm-error') && (
        <SubmitButton
          isPending={confirm.isPending}
          pendingLabel={shared.saving}
          onClick={() =>
            confirm.mutate(undefined, {
              onSuccess: () => toastSuccess(texts.recipientsInformed),
              onError: (error) => toastError(error),
            })
          }
        >
          {texts.askToDelete}
        </SubmitButton>
      )}
    </Stack>
  )
}

/** No message takes a paper back, so the staff calls the patient. */
function WithdrawnOnPaper({ deliveries }: { deliveries: readonly Delivery[] }) {
  const papers = deliveries.filter(({ channel }) => channel === 'paper')
  const [newest] = papers
  if (!newest) return null
  const { fullName, phone } = newest.patient
  return (
    <Box px="md" py="sm">
      <Notice tone="negative" title={texts.withdrawnOnPaper}>
        <p>
          {texts.callForPaper(fullName)} <PhoneLink phone={phone} />
        </p>
        {papers.map(({ id, reportVersion, createdAt, requestedBy }) => (
          <p key={id}>
            {texts.paperOf(reportVersion, formatDateTime(createdAt), requestedBy?.fullName ?? '')}
          </p>
        ))}
      </Notice>
    </Box>
  )
}
