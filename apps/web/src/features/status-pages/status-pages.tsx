import { ButtonLink } from '../../ui/actions/links.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import { useSessionStore } from '../../lib/session-store.ts'
import * as texts from './texts.ts'
import { Button } from '@mantine/core'

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

/** Public; the dashboard's guard checks access (AMB-05). */
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

/** Shown when the application fails (AMB-11). Hides the error, which may contain patient data. */
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
