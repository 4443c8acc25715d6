import { ButtonLink } from '../../ui/actions/links.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import { useSessionStore } from '../../lib/session-store.ts'
import * as texts from './texts.ts'

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
