import { Radio } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { formatPlainDate } from '../../lib/format.ts'
import { Agreement, ComparisonTable } from '../../entities/patient/identity-comparison.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { fileOfAnotherPatient } from '../../ui/texts.ts'
import * as texts from './texts.ts'
import classes from './landing-samples.module.css'

const { check } = texts

/** Two namesakes. The file belongs to the first. */
const PATIENTS = [
  { dateOfBirth: '1990-03-04', emrId: 'EMR-2041' },
  { dateOfBirth: '1961-08-19', emrId: 'EMR-2057' },
] as const
const [NAMED, OTHER] = PATIENTS

const compared = (field: 'name' | 'dateOfBirth' | 'emrId', inFile: string, onRecord: string) => ({
  field,
  inFile,
  onRecord,
  agrees: inFile === onRecord,
})

export function WrongPatientCheck() {
  const [chosen, setChosen] = useState<(typeof PATIENTS)[number]>(OTHER)
  const rows = [
    compared('name', check.name, check.name),
    compared('dateOfBirth', formatPlainDate(NAMED.dateOfBirth), formatPlainDate(chosen.dateOfBirth)),
    compared('emrId', NAMED.emrId, chosen.emrId),
  ]
  return (
    <section className={classes.sheet} aria-labelledby="check-title">
      <h2 className={classes.title} id="check-title">
        {check.title}
      </h2>
      <p className={classes.file}>
        <IconFileText size={18} stroke={1.75} aria-hidden="true" />{' '}
        {check.file(check.name, formatPlainDate(NAMED.dateOfBirth))}
      </p>
      <fieldset className={classes.patients}>
        <legend>{check.publishFor}</legend>
        {PATIENTS.map((patient) => (
          <Radio
            key={patient.emrId}
            name="check-patient"
            className={classes.patient}
            checked={chosen === patient}
            onChange={() => setChosen(patient)}
            label={
              <>
                <strong>{check.name}</strong> {check.born(formatPlainDate(patient.dateOfBirth))}
              </>
            }
          />
        ))}
      </fieldset>
      <div className={classes.result} role="status">
        {chosen === NAMED ? (
          <Agreement rows={rows} />
        ) : (
          <Notice tone="mismatch" title={fileOfAnotherPatient}>
            <ComparisonTable rows={rows} />
          </Notice>
        )}
      </div>
      <p className={classes.note}>{check.note}</p>
    </section>
  )
}
