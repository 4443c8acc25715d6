import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { labDeliverySettingsQuery } from './queries.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'

const LabSendingForm = lazy(async () => ({
  default: (await import('./lab-sending-form.tsx')).LabSendingForm,
}))

const MessageTextsDialog = lazy(async () => ({
  default: (await import('./message-texts-dialog.tsx')).MessageTextsDialog,
}))

export function LabSending({ labId }: { labId: number }) {
  const { data: settings, error, isFetching, refetch } = useQuery(labDeliverySettingsQuery(labId))
  const [isWriting, setIsWriting] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard
      title={texts.labSending}
      actions={
        <Button
          ref={opener}
          size="xs"
          variant="default"
          disabled={!settings}
          onClick={() => setIsWriting(true)}
        >
          {texts.messageTexts}
        </Button>
      }
    >
      {settings ? (
        <Suspense fallback={<Spinner />}>
          <LabSendingForm key={JSON.stringify(settings)} labId={labId} settings={settings} />
        </Suspense>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
      )}
      {settings && isWriting && (
        <Suspense fallback={null}>
          <MessageTextsDialog
            labId={labId}
            linkDays={settings.linkDays}
            onClose={() => {
              setIsWriting(false)
              opener.current?.focus()
            }}
          />
        </Suspense>
      )}
    </SectionCard>
  )
}
