import { ButtonLink } from '../../ui/actions/links.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import { useSessionStore } from '../../lib/session-store.ts'
import * as texts from './texts.ts'
import { Button } from '@mantine/core'

/** Any path that is no route, and /unknown. */
export function NotFoundPage() {
  const isAuthenticated = useSessionStore((state) => state.isAuthenticated)
  return (
    <StatusPage
      code="404"
      title={texts.pageNotFound}
      isFullScreen={!isAuthenticated}
      backTo={isAuthenticated ? '/user/dashboard' : '/'}
      actions={<ButtonLink to="/">{texts.returnHome}</ButtonLink>}
    >
      <p>{texts.pageNotFoundHint}</p>
    </StatusPage>
  )
}

/** Open to everybody; the dashboard's own guard judges who gets there (AMB-05). */
export function UnauthorizedPage() {
  const isAuthenticated = useSessionStore((state) => state.isAuthenticated)
  return (
    <StatusPage
      code="401"
      title={texts.unauthorizedAccess}
      isFullScreen={!isAuthenticated}
      backTo={isAuthenticated ? '/user/dashboard' : '/'}
      actions={<ButtonLink to="/user/dashboard">{texts.returnToDashboard}</ButtonLink>}
    >
      <p>{texts.unauthorizedHint}</p>
    </StatusPage>
  )
}

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
