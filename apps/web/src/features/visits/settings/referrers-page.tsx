import { IconStethoscope } from '@tabler/icons-react'
import { useUsesVisits } from '../../../entities/visit/queries.ts'
import { useCurrentUser } from '../../../lib/session-store.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { ReferrersCard } from './referrers-card.tsx'
import * as texts from './texts.ts'

/** The directory of the user's lab. */
export function ReferrersPage() {
  const { lab } = useCurrentUser()
  const usesVisits = useUsesVisits()
  return (
    <>
      <PageHeader title={texts.referrers} />
      {lab && usesVisits ? (
        <ReferrersCard labId={lab.id} title={texts.doctorsAndClinics} />
      ) : (
        <Sheet>
          <EmptyState icon={IconStethoscope} title={texts.notUsed} description={texts.notUsedHint} />
        </Sheet>
      )}
    </>
  )
}
