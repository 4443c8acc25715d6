import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { PatientImport } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { addressOfBadRows } from './queries.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import * as texts from './texts.tsx'

interface ResultStepProps {
  found: PatientImport
  onAnother: () => void
}

export function ResultStep({ found, onAnother }: ResultStepProps) {
  const another = (
    // The previous control is gone; keyboard users continue here.
    <Button variant="default" onClick={onAnother} autoFocus>
      {found.state === 'done' ? texts.importAnotherFile : texts.chooseAnotherFile}
    </Button>
  )
  if (found.state === 'done') {
    const { rowsWritten, rowsTotal, rowsWithErrors, lab } = found
    const duplicates = (rowsTotal ?? 0) - rowsWithErrors - rowsWritten
    return (
      <Sheet>
        <EmptyState
          icon={IconCircleCheck}
          title={texts.registeredIn(rowsWritten, lab.name)}
          description={
            <>
              {rowsWithErrors > 0 && <p>{texts.rowsSkipped(rowsWithErrors)}</p>}
              {duplicates > 0 && <p>{texts.wereLeftOut(duplicates)}</p>}
            </>
          }
          action={
            <>
              {rowsWithErrors > 0 && (
                <Button component="a" href={addressOfBadRows(found.id)} download>
                  {texts.downloadBadRows}
                </Button>
              )}
              <ButtonLink to="/user/patients">{texts.viewPatients}</ButtonLink>
              {another}
            </>
          }
        />
      </Sheet>
    )
  }
  return (
    <Sheet>
      <div role="alert">
        <EmptyState
          icon={IconCircleX}
          title={found.state === 'failed' ? texts.theImportFailed : texts.theImportWasCancelled}
          description={found.problem ?? SUCCESS.importCancelled}
          action={another}
        />
      </div>
    </Sheet>
  )
}
