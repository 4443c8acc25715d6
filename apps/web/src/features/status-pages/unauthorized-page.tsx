import { useSessionStore } from '../../lib/session-store.ts'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import * as texts from './texts.ts'

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
