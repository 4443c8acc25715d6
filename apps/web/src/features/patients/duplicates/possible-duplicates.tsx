import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DuplicateList } from './duplicate-list.tsx'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'
import * as texts from '../texts.tsx'
import { usePossibleDuplicates } from './use-possible-duplicates.ts'

interface PossibleDuplicatesProps {
  control: Control<RegistrationFields, unknown, Registration>
  exceptId: number
}

export function PossibleDuplicates({ control, exceptId }: PossibleDuplicatesProps) {
  const { found } = usePossibleDuplicates(control, exceptId)
  const phone = useWatch({ control, name: 'phone' })
  // Dismissed records stay dismissed while the user types.
  const [dismissed, setDismissed] = useState<readonly number[]>([])
  const shown = found.filter(({ patient }) => !dismissed.includes(patient.id))
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <Notice tone="warning" title={texts.possibleDuplicates}>
          <p>{texts.checkDuplicates}</p>
          <DuplicateList duplicates={shown} phone={phone} />
          <Button
            size="xs"
            variant="default"
            onClick={() => setDismissed([...dismissed, ...shown.map(({ patient }) => patient.id)])}
          >
            {texts.dismiss}
          </Button>
        </Notice>
      )}
    </div>
  )
}
