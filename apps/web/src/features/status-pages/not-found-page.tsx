import { ButtonLink } from '../../ui/links.tsx'
import { StatusPage } from '../../ui/status-page.tsx'
import { useSessionStore } from '../../lib/session-store.ts'

/** Any path that is no route, and /unknown. */
export function NotFoundPage() {
  const isAuthenticated = useSessionStore((state) => state.isAuthenticated)
  return (
    <StatusPage
      code="404"
      title="Page Not Found"
      isFullScreen
      backTo={isAuthenticated ? '/user/dashboard' : '/'}
      actions={<ButtonLink to="/">Return Home</ButtonLink>}
    >
      <p>Oops! It seems like the page has been misplaced. Let&apos;s get you back, where you need to be.</p>
    </StatusPage>
  )
}
