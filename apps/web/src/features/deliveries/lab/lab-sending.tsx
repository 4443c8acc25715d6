import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { labDeliverySettingsQuery } from '../../../lib/queries/deliveries.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'

const LabSendingForm = lazy(async () => ({
  default: (await import('./lab-sending-form.tsx')).LabSendingForm,
}))

/** How a lab sends reports to patients. */
export function LabSending({ labId }: { labId: number }) {
  const { data: settings, error, isFetching, refetch } = useQuery(labDeliverySettingsQuery(labId))
  return (
    <SectionCard title={texts.labSending}>
      {settings ? (
        <Suspense fallback={<Spinner />}>
          <LabSendingForm key={JSON.stringify(settings)} labId={labId} settings={settings} />
        </Suspense>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
      )}
    </SectionCard>
  )
}
