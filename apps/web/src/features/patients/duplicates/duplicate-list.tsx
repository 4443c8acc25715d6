import type { DuplicateReason, PossibleDuplicate } from '@zelab/contract'
import { formatPlainDate, phoneNumberOf } from '../../../lib/format.ts'
import { Ltr } from '../../../ui/display/ltr.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { ZlId } from '../../../ui/display/zl-id.tsx'
import classes from './duplicate-list.module.css'
import { OpenRecord } from './open-record.tsx'
import * as texts from '../texts.tsx'

const REASONS: Record<DuplicateReason, string> = {
  nameAndBirth: texts.similarNameAndBirth,
  emrId: texts.sameEmrId,
  email: texts.sameEmail,
}

export function DuplicateList({ duplicates }: { duplicates: readonly PossibleDuplicate[] }) {
  return (
    <ul className={classes.list}>
      {duplicates.map(({ patient, reasons }) => (
        <li key={patient.id} className={classes.duplicate}>
          <OpenRecord patient={patient} />
          <span className={classes.facts}>
            <ZlId id={patient.id} /> · {formatPlainDate(patient.dateOfBirth)} ·{' '}
            <Ltr>{phoneNumberOf(patient.phone)}</Ltr>
          </span>
          <span className={classes.reasons}>
            {reasons.map((reason) => (
              <StatusBadge key={reason} tone="neutral" icon={null}>
                {REASONS[reason]}
              </StatusBadge>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
