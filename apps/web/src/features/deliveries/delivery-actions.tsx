import { Button, Group } from '@mantine/core'
import type { Delivery } from '@zelab/contract'
import { useState } from 'react'
import { PatientHead } from '../../entities/patient/patient-head.tsx'
import { useCan } from '../../lib/session-store.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { isLive, isResendable } from './delivery-status.ts'
import { RecordCallButton } from './report-call.tsx'
import * as texts from './texts.ts'
import * as shared from '../../ui/texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

export function DeliveryActions({ delivery }: { delivery: Delivery }) {
  const may = useCan()
  const revoke = useEndpoint(api.deliveries.revoke, { id: delivery.id })
  const [isAsking, setIsAsking] = useState(false)
  const isWaiting = delivery.state === 'queued' || delivery.state === 'held'
  if (!may('reports:send')) return null
  const end = () =>
    revoke.mutate(undefined, {
      onSuccess: () => toastSuccess(isWaiting ? texts.messageCanceled : texts.linkWasEnded),
      onError: (error) => toastError(error),
      onSettled: () => setIsAsking(false),
    })
  return (
    <Group gap="xs">
      {isResendable(delivery) && (
        <>
          <RecordCallButton about={delivery} />
          <ResendButton delivery={delivery} />
        </>
      )}
      {isWaiting && (
        <SubmitButton size="xs" variant="default" isPending={revoke.isPending} onClick={end}>
          {texts.cancelMessage}
        </SubmitButton>
      )}
      {isLive(delivery) && (
        <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
          {texts.endLink}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.askEndLink}
        head={<PatientHead patientId={delivery.patient.id} />}
        message={texts.endLinkMessage}
        confirmLabel={texts.endLink}
        pendingLabel={shared.saving}
        isPending={revoke.isPending}
        onConfirm={end}
        onCancel={() => setIsAsking(false)}
      />
    </Group>
  )
}

export function ResendButton({ delivery }: { delivery: Delivery }) {
  const resend = useEndpoint(api.deliveries.resend, { id: delivery.id })
  return (
    <SubmitButton
      size="xs"
      variant="default"
      isPending={resend.isPending}
      pendingLabel={texts.sending}
      aria-label={texts.resendTo(delivery.patient.fullName, delivery.report.title)}
      onClick={() =>
        resend.mutate(undefined, {
          onSuccess: () => toastSuccess(texts.messageQueued),
          onError: (error) => toastError(error),
        })
      }
    >
      {texts.resend}
    </SubmitButton>
  )
}
