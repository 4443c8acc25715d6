import type { CriticalSubject } from '../../entities/critical/queries.ts'
import { useUsesCritical } from '../../lib/app-data-store.ts'
import { CriticalCard } from './critical-card.tsx'

/** The critical result of a report, in labs that use it. */
export function CriticalOf(props: { subject: CriticalSubject; isEnded: boolean }) {
  return useUsesCritical() ? <CriticalCard {...props} /> : null
}
