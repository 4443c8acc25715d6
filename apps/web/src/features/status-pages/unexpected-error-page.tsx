import { Button } from '@mantine/core'
import { StatusPage } from '../../ui/status-page.tsx'

/**
 * In the place of a blank page when the application itself fails (AMB-11). It says nothing of the error: that
 * may hold patient data. Return Home loads the whole application again, since its state cannot be trusted.
 */
export function UnexpectedErrorPage() {
  return (
    <StatusPage
      title="Unexpected Application Error!"
      isFullScreen
      actions={
        <Button component="a" href="/">
          Return Home
        </Button>
      }
    >
      <p>Something broke on this page. Nothing you saved before is lost.</p>
    </StatusPage>
  )
}
