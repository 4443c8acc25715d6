import { Stack } from '@mantine/core'
import type { ExpectedVisit } from '@zelab/contract'
import { ExpectedTypesField } from '../../entities/visit/expected-types-field.tsx'
import { useUsesVisits } from '../../entities/visit/queries.ts'
import { PaymentChoice } from '../../entities/visit/visit-badges.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as words from '../../entities/visit/texts.ts'
import * as texts from './texts.ts'

interface RegistrationVisitProps {
  value: ExpectedVisit
  onChange: (visit: ExpectedVisit) => void
}

/** Adds a visit with the registration; nothing for a lab that does not use visits. */
export function RegistrationVisit({ value, onChange }: RegistrationVisitProps) {
  if (!useUsesVisits()) return null
  return (
    <SectionCard title={words.visit} subtitle={texts.registrationHint}>
      <Stack data-enter-next={value.reportTypeIds.length === 0 || undefined}>
        <ExpectedTypesField
          value={value.reportTypeIds}
          onChange={(reportTypeIds) => onChange({ ...value, reportTypeIds })}
        />
        <PaymentChoice value={value.payment} onChange={(payment) => onChange({ ...value, payment })} />
      </Stack>
    </SectionCard>
  )
}
