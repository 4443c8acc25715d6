import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../features/status-pages/status-pages.tsx'
import { OptionalShell } from '../shell/optional-shell.tsx'

export const Route = createFileRoute('/unknown')({ component: Unknown })

function Unknown() {
  return (
    <OptionalShell>
      <NotFoundPage />
    </OptionalShell>
  )
}
