import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PatientDelivery } from '@zelab/contract'
import { CONSENT_CHANNELS } from '@zelab/contract/limits'
import { lazy, Suspense, useRef, useState } from 'react'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { formatDate } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { patientDeliveryQuery } from '../queries.ts'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from './patient-sending.module.css'
import * as texts from './texts.ts'

const ConsentDialog = lazy(async () => ({ default: (await import('./consent-dialog.tsx')).ConsentDialog }))

export function PatientSending({ patientId }: { patientId: number }) {
  const may = useCan()
  const { data: delivery, error, isFetching, refetch } = useQuery(patientDeliveryQuery(patientId))
  const [isChanging, setIsChanging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard
      title={texts.languageAndConsent}
      actions={
        may('reports:send') && (
          <Button
            ref={opener}
            size="xs"
            variant="default"
            disabled={!delivery}
            onClick={() => setIsChanging(true)}
          >
            {texts.change}
          </Button>
        )
      }
    >
      {delivery ? (
        <DetailList
          details={[
            { label: texts.patientLanguage, value: LANGUAGE_NAMES[delivery.language] },
            ...CONSENT_CHANNELS.map((channel) => ({
              label: texts.CONSENT_TO[channel],
              value: <Consent consent={delivery.consents.find((one) => one.channel === channel)} />,
            })),
          ]}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
      )}
      {delivery && isChanging && (
        <Suspense fallback={null}>
          <ConsentDialog
            patientId={patientId}
            delivery={delivery}
            onClose={() => {
              setIsChanging(false)
              opener.current?.focus()
            }}
          />
        </Suspense>
      )}
    </SectionCard>
  )
}

function Consent({ consent }: { consent: PatientDelivery['consents'][number] | undefined }) {
  const isGiven = consent?.isGiven ?? false
  const recorded = consent?.recorded
  return (
    <>
      <StatusBadge tone={isGiven ? 'positive' : 'neutral'}>
        {isGiven ? texts.consentGiven : recorded ? texts.consentWithdrawn : texts.consentNotGiven}
      </StatusBadge>
      {recorded && (
        <span className={classes.recorded}>
          {texts.recordedBy(recorded.by.fullName, formatDate(recorded.at))}
        </span>
      )}
    </>
  )
}
