import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NotFoundPage } from '../features/status-pages/not-found-page.tsx'
import { UnexpectedErrorPage } from '../features/status-pages/unexpected-error-page.tsx'
import { OptionalShell } from '../shell/optional-shell.tsx'

export const Route = createRootRoute({
  component: Outlet,
  errorComponent: UnexpectedErrorPage,
  notFoundComponent: () => (
    <OptionalShell>
      <NotFoundPage />
    </OptionalShell>
  ),
})
