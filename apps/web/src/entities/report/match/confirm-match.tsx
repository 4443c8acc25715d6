import { Box, Checkbox } from '@mantine/core'
import { hasDoubt, needsConfirmation, PatientMatchNotice } from './patient-match-notice.tsx'
import type { PatientMatchResult } from './patient-match-notice.tsx'
import * as texts from './texts.ts'

interface ConfirmMatchProps {
  check: PatientMatchResult
  patientName: string
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}

/** Shows the differences and the checkbox that confirms the patient. */
export function ConfirmMatch({ check, patientName, isConfirmed, onConfirm }: ConfirmMatchProps) {
  if (!hasDoubt(check)) return null
  return (
    <Box mt="sm">
      <PatientMatchNotice check={check} isRepeated />
      {needsConfirmation(check) && (
        <Checkbox
          mt="sm"
          label={texts.confirmMatch(patientName)}
          checked={isConfirmed}
          onChange={(event) => onConfirm(event.currentTarget.checked)}
        />
      )}
    </Box>
  )
}
