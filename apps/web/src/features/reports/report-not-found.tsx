import { IconRefresh } from '@tabler/icons-react'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import * as texts from './texts.tsx'
import * as shared from '../../ui/texts.ts'

interface ReportNotFoundProps {
  /** Set after a network or server failure, when a retry can help. */
  onRetry?: () => void
  isRetrying?: boolean
}

/** Shown for every failed request of a report (AMB-67). */
export function ReportNotFound({ onRetry, isRetrying = false }: ReportNotFoundProps) {
  return (
    <StatusPage
      code="404"
      title={texts.reportNotFound}
      backTo="/user/reports"
      actions={
        onRetry && (
          <SubmitButton leftSection={<IconRefresh size={16} />} onClick={onRetry} isPending={isRetrying}>
            {shared.retry}
          </SubmitButton>
        )
      }
    >
      <p>{texts.reportIdWrong}</p>
      <p>{texts.contactSupport}</p>
    </StatusPage>
  )
}
