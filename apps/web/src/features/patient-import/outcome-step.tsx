import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { PatientImport } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Surface } from '../../ui/surface.tsx'
import { countOf } from './import-words.ts'

interface OutcomeStepProps {
  found: PatientImport
  onAnother: () => void
}

/** How an import ended. */
export function OutcomeStep({ found, onAnother }: OutcomeStepProps) {
  const another = (
    // The control that led here has gone; whoever works by keyboard goes on from this one.
    <Button variant="default" onClick={onAnother} autoFocus>
      {found.state === 'done' ? 'Import another file' : 'Choose another file'}
    </Button>
  )
  if (found.state === 'done') {
    const { rowsWritten, rowsTotal, lab } = found
    const leftOut = (rowsTotal ?? 0) - rowsWritten
    return (
      <Surface>
        <EmptyState
          icon={IconCircleCheck}
          title={`${countOf(rowsWritten, 'patient was', 'patients were')} registered in ${lab.name}`}
          description={
            leftOut > 0 &&
            `${countOf(leftOut, 'possible duplicate was', 'possible duplicates were')} left out.`
          }
          action={
            <>
              <ButtonLink to="/user/patients">View patients</ButtonLink>
              {another}
            </>
          }
        />
      </Surface>
    )
  }
  return (
    <Surface>
      <div role="alert">
        <EmptyState
          icon={IconCircleX}
          title={found.state === 'failed' ? 'The import failed' : 'The import was cancelled'}
          description={found.problem ?? SUCCESS.importCancelled}
          action={another}
        />
      </div>
    </Surface>
  )
}
