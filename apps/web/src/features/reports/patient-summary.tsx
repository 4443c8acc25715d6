import type { Patient, Report } from '@zelab/contract'
import {
  ageInYears,
  formatPatientId,
  formatPlainDate,
  orNotAvailable,
  phoneNumberOf,
} from '../../lib/format.ts'
import { AvatarInitials } from '../../ui/avatar-initials.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import classes from './patient-summary.module.css'

const GENDER_WORDS = { MALE: 'Male', FEMALE: 'Female', OTHER: 'Other' } as const

const personalFacts = ({ dateOfBirth, gender }: Patient) => [
  { label: 'Date of Birth', value: `${formatPlainDate(dateOfBirth)} (age ${ageInYears(dateOfBirth)})` },
  { label: 'Gender', value: orNotAvailable(gender && GENDER_WORDS[gender]) },
]

/** Whom the report is for: enough to tell two people of one name apart. */
export function PatientSummary({ patient }: { patient: Patient | Report['patient'] }) {
  const { id, fullName, emrId, phone, email } = patient
  const facts = [
    { label: 'System ID', value: formatPatientId(id) },
    ...('dateOfBirth' in patient ? personalFacts(patient) : []),
    { label: 'EMR ID', value: orNotAvailable(emrId) },
    { label: 'Phone', value: phoneNumberOf(phone) },
    { label: 'Email', value: orNotAvailable(email) },
  ]
  return (
    <section className={classes.card} aria-label="Patient">
      <AvatarInitials name={fullName} size={48} isDecorative />
      <div className={classes.text}>
        <h2 className={classes.name}>{fullName}</h2>
        <dl className={classes.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Ltr>{value}</Ltr>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <ButtonLink
        to="/user/patients/view/$patientId"
        params={{ patientId: String(id) }}
        variant="default"
        size="xs"
      >
        View Profile
      </ButtonLink>
    </section>
  )
}
