import type { Patient, Report } from '@zelab/contract'
import { ageInYears, formatPlainDate, orNotAvailable } from '../../lib/format.ts'
import { AvatarInitials } from '../../ui/avatar-initials.tsx'
import { CopyableId, CopyablePhone } from '../../ui/copyable.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import classes from './patient-summary.module.css'
import * as texts from './texts.tsx'

const GENDER_WORDS = { MALE: texts.male, FEMALE: texts.female, OTHER: texts.other } as const

const personalFacts = ({ dateOfBirth, gender }: Patient) => [
  { label: texts.dateOfBirth, value: texts.bornAged(formatPlainDate(dateOfBirth), ageInYears(dateOfBirth)) },
  { label: texts.gender, value: orNotAvailable(gender && GENDER_WORDS[gender]) },
]

/** Whom the report is for: enough to tell two people of one name apart. */
export function PatientSummary({ patient }: { patient: Patient | Report['patient'] }) {
  const { id, fullName, emrId, phone, email } = patient
  const facts = [
    { label: texts.systemId, value: <CopyableId id={id} /> },
    ...('dateOfBirth' in patient ? personalFacts(patient) : []),
    { label: texts.emrId, value: orNotAvailable(emrId) },
    { label: texts.phone, value: <CopyablePhone phone={phone} /> },
    { label: texts.email, value: orNotAvailable(email) },
  ]
  return (
    <section className={classes.card} aria-label={texts.patient}>
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
        {texts.viewProfile}
      </ButtonLink>
    </section>
  )
}
