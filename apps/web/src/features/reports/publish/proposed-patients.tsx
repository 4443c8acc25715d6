import { Button, Group, Stack } from '@mantine/core'
import type { ProposedPatient } from '@zelab/contract'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { COMPARED_FIELDS } from '../../../ui/texts.ts'
import classes from '../reports.module.css'
import * as texts from '../texts.tsx'

interface ProposedPatientsProps {
  candidates: readonly ProposedPatient[]
  onChoose: (patientId: number) => void
}

export function ProposedPatients({ candidates, onChoose }: ProposedPatientsProps) {
  if (candidates.length === 0) return null
  return (
    <Stack component="ul" gap="sm" aria-label={texts.proposedPatients}>
      {candidates.map((candidate) => (
        <li key={candidate.id} className={classes.candidate}>
          <PatientStrip patient={candidate} label={texts.proposedNamed(candidate.fullName)} />
          <Group align="stretch" gap="0.25rem var(--mantine-spacing-sm)">
            {candidate.comparison.map(({ field, inFile, agrees }) => (
              <StatusBadge key={`${field} ${inFile}`} tone={agrees ? 'positive' : 'mismatch'}>
                {(agrees ? texts.fieldAgrees : texts.fieldDiffers)(COMPARED_FIELDS[field], inFile)}
              </StatusBadge>
            ))}
          </Group>
          <Button mod="wraps" variant="default" onClick={() => onChoose(candidate.id)}>
            {texts.publishForNamed(candidate.fullName)}
          </Button>
        </li>
      ))}
    </Stack>
  )
}
