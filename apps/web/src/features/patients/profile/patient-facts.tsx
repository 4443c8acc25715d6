import type { Patient } from '@zelab/contract'
import { ageInWords } from '../../../lib/format.ts'
import { ZlId } from '../../../ui/display/zl-id.tsx'
import { genderWord } from '../patient-cells.tsx'
import classes from './patient-page.module.css'

/** What tells two people of one name apart, below the name. */
export function PatientFacts({ patient: { id, dateOfBirth, gender } }: { patient: Patient }) {
  return (
    <span className={classes.facts}>
      <ZlId id={id} />
      <span>{ageInWords(dateOfBirth)}</span>
      {gender && <span>{genderWord(gender)}</span>}
    </span>
  )
}
