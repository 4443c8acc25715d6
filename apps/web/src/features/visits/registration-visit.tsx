import { ExpectedTypesField } from '../../entities/visit/expected-types-field.tsx'
import { useUsesVisits } from '../../entities/visit/queries.ts'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as words from '../../entities/visit/texts.ts'
import * as texts from './texts.ts'

interface RegistrationVisitProps {
  value: readonly number[]
  onChange: (reportTypeIds: number[]) => void
}

/** Adds a visit with the registration; nothing for a lab that does not use visits. */
export function RegistrationVisit(props: RegistrationVisitProps) {
  if (!useUsesVisits()) return null
  return (
    <SectionCard title={words.visit} subtitle={texts.registrationHint}>
      <ExpectedTypesField {...props} />
    </SectionCard>
  )
}
