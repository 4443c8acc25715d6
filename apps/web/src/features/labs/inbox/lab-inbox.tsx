import { lazy, Suspense } from 'react'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'

const InboxCards = lazy(async () => ({ default: (await import('./inbox-cards.tsx')).InboxCards }))

/** The cards are not part of the first download of the page. */
export function LabInbox({ labId }: { labId: number }) {
  return (
    <Suspense
      fallback={
        <SectionCard title={texts.inboxSources}>
          <Spinner />
        </SectionCard>
      }
    >
      <InboxCards labId={labId} />
    </Suspense>
  )
}
