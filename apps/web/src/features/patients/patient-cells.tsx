import { Text } from '@mantine/core'
import { IconGenderBigender, IconGenderFemale, IconGenderMale } from '@tabler/icons-react'
import type { PatientRow, PatientField } from '@zelab/contract'
import type { Gender } from '@zelab/contract/limits'
import { formatDate, formatPlainDate, orNotAvailable } from '../../lib/format.ts'
import { Ltr } from '../../ui/display/inline.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import classes from './patients.module.css'
import * as texts from './texts.tsx'
import { fieldText, genderWord, isLeftToRight } from './patient-fields.ts'

interface CellProps {
  patient: PatientRow
}

/** "Street, City", or the part that is present. */
const addressOf = ({ contactDetails: { address } }: PatientRow): string =>
  orNotAvailable([address.line1, address.city].filter(Boolean).join(', '))

/** A long address wraps before the @. */
function EmailText({ email }: { email: string | null }) {
  const [name, ...host] = orNotAvailable(email).split('@')
  return (
    <>
      {name}
      {host.length > 0 && (
        <>
          <wbr />@{host.join('@')}
        </>
      )}
    </>
  )
}

export function ContactInformation({ patient }: CellProps) {
  return (
    <ul className={classes.contact}>
      <li className={classes.email}>
        <Ltr>
          <EmailText email={patient.email} />
        </Ltr>
      </li>
      <li className={classes.phone}>
        <PhoneText phone={patient.phone} />
      </li>
      <li className={classes.address}>{addressOf(patient)}</li>
    </ul>
  )
}

const GENDER_ICONS = { MALE: IconGenderMale, FEMALE: IconGenderFemale, OTHER: IconGenderBigender }

export function GenderBadge({ gender }: { gender: Gender | null }) {
  return (
    <StatusBadge tone="neutral" icon={gender && GENDER_ICONS[gender]}>
      {genderWord(gender)}
    </StatusBadge>
  )
}

export function PersonalDetails({ patient: { dateOfBirth, gender } }: CellProps) {
  return (
    <div className={classes.stack}>
      <span>{formatPlainDate(dateOfBirth)}</span>
      <GenderBadge gender={gender} />
    </div>
  )
}

export function CompletenessBadge({ patient: { profileCompleted } }: CellProps) {
  return profileCompleted ? (
    <StatusBadge tone="positive">{texts.complete}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{texts.incomplete}</StatusBadge>
  )
}

export function RegistrationInfo({ patient }: CellProps) {
  return (
    // Focusable, so that keyboard users get the tooltip.
    <div
      className={classes.registration}
      tabIndex={0}
      data-tooltip={texts.lastUpdatedOn(formatDate(patient.updatedAt))}
    >
      <CompletenessBadge patient={patient} />
      <span className={classes.lab}>{orNotAvailable(patient.registeredByUser?.lab?.name)}</span>
      <Text span c="dimmed" inherit>
        {formatDate(patient.createdAt)}
      </Text>
    </div>
  )
}

export function FieldValue({ field, value }: { field: PatientField; value: string | null }) {
  const text = fieldText(field, value)
  return isLeftToRight(field) ? <Ltr>{text}</Ltr> : <bdi>{text}</bdi>
}
