import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NotFoundPage, UnexpectedErrorPage } from '../features/status-pages/status-pages.tsx'
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
