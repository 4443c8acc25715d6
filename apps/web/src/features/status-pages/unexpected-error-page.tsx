import { Button } from '@mantine/core'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import * as texts from './texts.ts'

/**
 * In the place of a blank page when the application itself fails (AMB-11). It says nothing of the error: that
 * may hold patient data. Return Home loads the whole application again, since its state cannot be trusted.
 */
export function UnexpectedErrorPage() {
  return (
    <StatusPage
      title={texts.unexpectedApplicationError}
      isFullScreen
      actions={
        <Button component="a" href="/">
          {texts.returnHome}
        </Button>
      }
    >
      <p>{texts.unexpectedErrorHint}</p>
    </StatusPage>
  )
}
