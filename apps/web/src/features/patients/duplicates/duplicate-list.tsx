import type { DuplicateReason, PossibleDuplicate } from '@zelab/contract'
import { formatPlainDate } from '../../../lib/format.ts'
import { PhoneText } from '../../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { ZlId } from '../../../ui/display/zl-id.tsx'
import classes from './duplicate-list.module.css'
import { OpenRecord } from './open-record.tsx'
import * as texts from '../texts.tsx'

const REASONS: Record<DuplicateReason, string> = {
  nameAndBirth: texts.similarNameAndBirth,
  emrId: texts.sameEmrId,
  nationalId: texts.sameNationalId,
  email: texts.sameEmail,
}

interface DuplicateListProps {
  duplicates: readonly PossibleDuplicate[]
  /** Phone of the form. It finds no duplicates, because families share phones, but adds to other reasons. */
  phone?: string
}

export function DuplicateList({ duplicates, phone }: DuplicateListProps) {
  return (
    <ul className={classes.list}>
      {duplicates.map(({ patient, reasons }) => (
        <li key={patient.id} className={classes.duplicate}>
          <OpenRecord patient={patient} />
          <span className={classes.facts}>
            <ZlId id={patient.id} /> · {formatPlainDate(patient.dateOfBirth)} ·{' '}
            <PhoneText phone={patient.phone} />
          </span>
          <span className={classes.reasons}>
            {[
              ...reasons.map((reason) => REASONS[reason]),
              ...(patient.phone.number === phone ? [texts.samePhone] : []),
            ].map((reason) => (
              <StatusBadge key={reason} tone="neutral" icon={null}>
                {reason}
              </StatusBadge>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
