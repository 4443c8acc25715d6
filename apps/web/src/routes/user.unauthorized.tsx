import { createFileRoute } from '@tanstack/react-router'
import { UnauthorizedPage } from '../features/status-pages/status-pages.tsx'
import { OptionalShell } from '../shell/optional-shell.tsx'

export const Route = createFileRoute('/user/unauthorized')({ component: Unauthorized })

function Unauthorized() {
  return (
    <OptionalShell>
      <UnauthorizedPage />
    </OptionalShell>
  )
}
