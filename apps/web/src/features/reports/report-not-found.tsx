import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { StatusPage } from '../../ui/status-page.tsx'

interface ReportNotFoundProps {
  /** Only where another try could help: the network or the server failed. */
  onRetry?: () => void
  isRetrying?: boolean
}

/** The answer to every failed fetch of a report (AMB-67). */
export function ReportNotFound({ onRetry, isRetrying = false }: ReportNotFoundProps) {
  return (
    <StatusPage
      code="404"
      title="Report Not Found"
      backTo="/user/reports"
      actions={
        onRetry && (
          <Button leftSection={<IconRefresh size={16} />} onClick={onRetry} loading={isRetrying}>
            Retry
          </Button>
        )
      }
    >
      <p>The report ID might be incorrect, or the report might have been deleted or moved.</p>
      <p>If you believe this is an error, please contact support or try again later.</p>
    </StatusPage>
  )
}
