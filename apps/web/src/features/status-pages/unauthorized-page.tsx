import { useSessionStore } from '../../lib/session-store.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { StatusPage } from '../../ui/status-page.tsx'

/** Outside the shell, open to everybody; the dashboard's own guard judges who gets there (AMB-05). */
export function UnauthorizedPage() {
  const isAuthenticated = useSessionStore((state) => state.isAuthenticated)
  return (
    <StatusPage
      code="401"
      title="Unauthorized Access"
      isFullScreen
      backTo={isAuthenticated ? '/user/dashboard' : '/'}
      actions={<ButtonLink to="/user/dashboard">Return to Dashboard</ButtonLink>}
    >
      <p>You don&apos;t have permission to access this page.</p>
    </StatusPage>
  )
}
