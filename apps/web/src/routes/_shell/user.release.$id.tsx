import { createFileRoute } from '@tanstack/react-router'
import { CriticalOf } from '../../features/critical/critical-card.tsx'
import { UnreleasedPage } from '../../features/release/unreleased-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/release/$id')({
  beforeLoad: requirePermission('reports:view'),
  component: () => (
    <UnreleasedPage
      renderCritical={({ id, patient, state, revision, file }) => (
        <CriticalOf
          patient={patient}
          subject={{ unreleasedId: id, revision, sha256: file?.sha256 ?? '' }}
          isEnded={state === 'discarded'}
        />
      )}
    />
  ),
})
