import { Text } from '@mantine/core'
import { IconGenderBigender, IconGenderFemale, IconGenderMale } from '@tabler/icons-react'
import type { PatientRow, PatientField } from '@zelab/contract'
import type { Gender } from '@zelab/contract/limits'
import { formatDate, formatPlainDate, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts'
import { Ltr } from '../../ui/display/isolated.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import classes from './patients.module.css'
import * as texts from './texts.tsx'
import { fieldText, isLeftToRight } from './patient-fields.ts'

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

function Address({ text }: { text: string }) {
  return (
    <li className={classes.address} data-tooltip={text} data-tooltip-if="cut">
      {text}
    </li>
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
      <Address text={addressOf(patient)} />
    </ul>
  )
}

const GENDERS: Record<Gender, { word: string; icon: typeof IconGenderMale }> = {
  MALE: { word: texts.male, icon: IconGenderMale },
  FEMALE: { word: texts.female, icon: IconGenderFemale },
  OTHER: { word: texts.other, icon: IconGenderBigender },
}

export const genderWord = (gender: Gender | null): string => (gender ? GENDERS[gender].word : NOT_AVAILABLE)

export function GenderBadge({ gender }: { gender: Gender | null }) {
  return (
    <StatusBadge tone="neutral" icon={gender && GENDERS[gender].icon}>
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
