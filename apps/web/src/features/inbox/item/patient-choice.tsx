import { Button, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import type { OpenedInboxItem } from '@zelab/contract'
import { useCan } from '../../../lib/session-store.ts'
import { Hint } from '../../../ui/display/inline.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { PatientPicker } from '../../../entities/patient/patient-picker.tsx'
import { Candidates } from './candidates.tsx'
import { ofCandidate, ofRow, type ChosenPatient } from './chosen-patient.ts'
import { ExtractedIdentity } from './extracted-identity.tsx'
import * as texts from './texts.ts'

interface PatientChoiceProps {
  item: OpenedInboxItem
  chosen: ChosenPatient | undefined
  onChoose: (patient: ChosenPatient | undefined) => void
  onRegister?: () => void
  error: string | undefined
}

export function PatientChoice({ item, chosen, onChoose, onRegister, error }: PatientChoiceProps) {
  const { candidates, hasMore } = item
  const may = useCan()
  const isProposed = candidates.some(({ id }) => id === chosen?.id)
  return (
    <SectionCard title={texts.patient}>
      <Stack>
        <ExtractedIdentity item={item} />
        {candidates.length > 0 ? (
          <Candidates
            candidates={candidates}
            chosenId={chosen?.id}
            onChoose={(candidate) => onChoose(ofCandidate(candidate))}
          />
        ) : (
          <Hint>{texts.noCandidates}</Hint>
        )}
        {hasMore && <Hint>{texts.moreCandidates}</Hint>}
        <PatientPicker
          label={texts.anotherPatient}
          value={isProposed ? undefined : chosen?.row}
          onChange={(row) => onChoose(row && ofRow(row))}
          error={error}
        />
        {onRegister && may('patients:add') && (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconUserPlus size={16} stroke={1.75} />}
              onClick={onRegister}
            >
              {texts.register}
            </Button>
          </div>
        )}
      </Stack>
    </SectionCard>
  )
}
