import { ageInWords, formatPlainDate } from '../../lib/format.ts'
import { ZlId } from '../../ui/display/zl-id.tsx'
import classes from './patient-strip.module.css'
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
  /** What the section is called for a screen reader, where there are two of them. */
  label?: string
  /** Whether the name is a heading of the page. */
  isHeading?: boolean
  /** The name in the size of a headline, on the bench: for the page of one patient's record. */
  isHeadline?: boolean
}

/**
 * Who the patient is, the same on every screen and dialog that touches a report or a record: name, age, sex, date of
 * birth and ZL id, what tells two people of one name apart.
 */
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
        <bdi>{fullName}</bdi>
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
