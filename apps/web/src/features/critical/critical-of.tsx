import { lazy, Suspense } from 'react'
import type { CriticalSubject } from '../../entities/critical/queries.ts'
import { useUsesCritical } from '../../lib/app-data-store.ts'

const CriticalCard = lazy(async () => ({ default: (await import('./critical-card.tsx')).CriticalCard }))

/** The critical result of a report, in labs that use it. */
export function CriticalOf(props: { subject: CriticalSubject; isEnded: boolean }) {
  return useUsesCritical() ? (
    <Suspense fallback={null}>
      <CriticalCard {...props} />
    </Suspense>
  ) : null
}
