import { Button } from '@mantine/core'
import type { DuplicateReason, PossibleDuplicate } from '@zelab/contract'
import { useState } from 'react'
import type { Control } from 'react-hook-form'
import { formatPatientId, formatPlainDate, phoneNumberOf } from '../../lib/format.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './possible-duplicates.module.css'
import type { Registration, RegistrationFields } from './registration-form.ts'
import * as texts from './texts.tsx'
import { usePossibleDuplicates } from './use-possible-duplicates.ts'

const REASONS: Record<DuplicateReason, string> = {
  nameAndBirth: texts.similarNameAndBirth,
  emrId: texts.sameEmrId,
  email: texts.sameEmail,
}

interface PossibleDuplicatesProps {
  control: Control<RegistrationFields, unknown, Registration>
  /** The record that is being edited. */
  exceptId?: number
}

/** Records that may be the person in the form: a hint that can be dismissed and never blocks. */
export function PossibleDuplicates({ control, exceptId }: PossibleDuplicatesProps) {
  const found = usePossibleDuplicates(control as unknown as Control<RegistrationFields>, exceptId)
  // What was looked at once does not come back with the next letter; another record does.
  const [dismissed, setDismissed] = useState<readonly number[]>([])
  const shown = found.filter(({ patient }) => !dismissed.includes(patient.id))
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <Notice tone="warning" title={texts.possibleDuplicates}>
          <p>{texts.checkDuplicates}</p>
          <ul className={classes.list}>
            {shown.map((duplicate) => (
              <Duplicate key={duplicate.patient.id} duplicate={duplicate} />
            ))}
          </ul>
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

function Duplicate({ duplicate: { patient, reasons } }: { duplicate: PossibleDuplicate }) {
  return (
    <li className={classes.duplicate}>
      <span className={classes.person}>
        <AnchorLink
          to="/user/patients/view/$patientId"
          params={{ patientId: String(patient.id) }}
          target="_blank"
          className={classes.name ?? ''}
        >
          {patient.fullName}
        </AnchorLink>
        <span className={classes.facts}>
          <Ltr>{formatPatientId(patient.id)}</Ltr> · {formatPlainDate(patient.dateOfBirth)} ·{' '}
          <Ltr>{phoneNumberOf(patient.phone)}</Ltr>
        </span>
      </span>
      <span className={classes.reasons}>
        {reasons.map((reason) => (
          <StatusBadge key={reason} tone="neutral" icon={null}>
            {REASONS[reason]}
          </StatusBadge>
        ))}
      </span>
    </li>
  )
}
