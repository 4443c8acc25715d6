import { useQuery } from '@tanstack/react-query'
import { labOverviewQuery } from '../../../lib/queries/labs.ts'
import { messageTemplatesQuery } from './queries.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { MessageTextsForm } from './message-texts-form.tsx'
import * as texts from './texts.ts'

interface MessageTextsDialogProps {
  labId: number
  linkDays: number
  onClose: () => void
}

export function MessageTextsDialog({ labId, linkDays, onClose }: MessageTextsDialogProps) {
  const stored = useQuery(messageTemplatesQuery(labId))
  const overview = useQuery(labOverviewQuery(labId))
  const error = stored.error ?? overview.error
  const retry = () => {
    void stored.refetch()
    void overview.refetch()
  }
  return (
    <FormModal opened onClose={onClose} title={texts.messageTexts} size="36rem">
      {stored.data && overview.data ? (
        <MessageTextsForm
          labId={labId}
          stored={stored.data}
          lab={overview.data.lab}
          linkDays={linkDays}
          onClose={onClose}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} isRetrying={stored.isFetching || overview.isFetching} />
      ) : (
        <Spinner label={texts.messageTexts} />
      )}
    </FormModal>
  )
}
