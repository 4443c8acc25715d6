import { Stack } from '@mantine/core'
import type { Answer, contract } from '@zelab/contract'
import { useCan } from '../../lib/session-store.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import * as texts from './texts.ts'
import * as shared from '../../ui/texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

interface SentInErrorProps {
  reportId: number
  sent: NonNullable<Answer<typeof contract.deliveries.listOfReport>['sentInError']>
}

export function SentInError({ reportId, sent: { recipients, confirmed } }: SentInErrorProps) {
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
