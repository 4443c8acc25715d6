import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LabDeliverySettings } from '@zelab/contract'
import { useRef, useState } from 'react'
import { labDeliverySettingsQuery } from './queries.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'
import { LabSendingDialog } from './lab-sending-dialog.tsx'
import { MessageTextsDialog } from './message-texts-dialog.tsx'

export function LabSending({ labId }: { labId: number }) {
  const { data: settings, error, isFetching, refetch } = useQuery(labDeliverySettingsQuery(labId))
  const [dialog, setDialog] = useState<'sending' | 'texts'>()
  const editOpener = useRef<HTMLButtonElement>(null)
  const textsOpener = useRef<HTMLButtonElement>(null)
  const close = () => {
    const opener = dialog === 'texts' ? textsOpener : editOpener
    opener.current?.focus()
    setDialog(undefined)
  }
  return (
    <SectionCard
      title={texts.labSending}
      actions={
        <>
          <Button
            ref={textsOpener}
            size="xs"
            variant="default"
            disabled={!settings}
            onClick={() => setDialog('texts')}
          >
            {texts.messageTexts}
          </Button>
          <Button
            ref={editOpener}
            size="xs"
            variant="default"
            disabled={!settings}
            onClick={() => setDialog('sending')}
          >
            {texts.editSending}
          </Button>
        </>
      }
    >
      {settings ? (
        <Summary settings={settings} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
      )}
      {settings && dialog === 'sending' && (
        <LabSendingDialog labId={labId} settings={settings} onClose={close} />
      )}
      {settings && dialog === 'texts' && (
        <MessageTextsDialog labId={labId} linkDays={settings.linkDays} onClose={close} />
      )}
    </SectionCard>
  )
}

function Summary({ settings }: { settings: LabDeliverySettings }) {
  const { linkDays, isAutomatic, quietFromHour, quietUntilHour, senderName, adultAge } = settings
  return (
    <DetailList
      details={[
        { label: texts.sentHow, value: isAutomatic ? texts.everyReport : texts.byHand },
        { label: texts.links, value: texts.workFor(linkDays) },
        { label: texts.senderName, value: senderName ?? texts.labName },
        { label: texts.quietHours, value: texts.quietBetween(quietFromHour, quietUntilHour) },
        { label: texts.guardians, value: texts.endsAtAge(adultAge) },
      ]}
    />
  )
}
