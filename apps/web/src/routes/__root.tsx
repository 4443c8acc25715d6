import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NotFoundPage, UnexpectedErrorPage } from '../features/status-pages/status-pages.tsx'
import { useManagedFocus } from '../shell/managed-focus.ts'
import { OptionalShell } from '../shell/optional-shell.tsx'

function Root() {
  useManagedFocus()
  return <Outlet />
}

export const Route = createRootRoute({
  component: Root,
  errorComponent: UnexpectedErrorPage,
  notFoundComponent: () => (
    <OptionalShell>
      <NotFoundPage />
    </OptionalShell>
  ),
})
