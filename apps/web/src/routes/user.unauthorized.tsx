import { createFileRoute } from '@tanstack/react-router'
import { UnauthorizedPage } from '../features/status-pages/unauthorized-page.tsx'
import { OptionalShell } from '../shell/optional-shell.tsx'

export const Route = createFileRoute('/user/unauthorized')({ component: Unauthorized })

function Unauthorized() {
  return (
    <OptionalShell>
      <UnauthorizedPage />
    </OptionalShell>
  )
}
