import { ageInWords } from '../../lib/age.ts'
import { formatPlainDate } from '../../lib/format.ts'
import { Isolated } from '../../ui/display/inline.tsx'
import { ZlId } from '../../ui/display/tags.tsx'
import classes from './patient.module.css'
import * as texts from '../../ui/texts.ts'

export interface StripPatient {
  id: number
  fullName: string
  gender: 'MALE' | 'FEMALE' | 'OTHER' | null
  dateOfBirth: string
}

const SEX_WORDS = { MALE: texts.male, FEMALE: texts.female, OTHER: texts.other } as const

interface PatientStripProps {
  patient: StripPatient
  /** Accessible name, needed where a dialog shows two strips. */
  label?: string
  isHeading?: boolean
  /** Shows the name as a large heading, for the patient page. */
  isHeadline?: boolean
}

/** Patient details that distinguish namesakes, in the same form on every screen. */
export function PatientStrip({
  patient,
  label = texts.patient,
  isHeading = false,
  isHeadline = false,
}: PatientStripProps) {
  const Name = isHeading || isHeadline ? 'h2' : 'strong'
  const { id, fullName, gender, dateOfBirth } = patient
  return (
    <div className={classes.strip} role="group" aria-label={label} data-headline={isHeadline || undefined}>
      <Name className={classes.name}>
        <Isolated>{fullName}</Isolated>
      </Name>
      <span className={classes.facts}>
        <span>{ageInWords(dateOfBirth)}</span>
        <span>{gender ? SEX_WORDS[gender] : texts.sexNotRecorded}</span>
        <span>
          {texts.born} <span>{formatPlainDate(dateOfBirth)}</span>
        </span>
        <ZlId id={id} />
      </span>
    </div>
  )
}
