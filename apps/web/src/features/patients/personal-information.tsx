import { IconUser } from '@tabler/icons-react'
import type { Patient } from '@zelab/contract'
import { formatPatientId, formatPlainDate, orNotAvailable, phoneNumberOf } from '../../lib/format.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ageText } from './age-text.ts'
import { genderWord } from './patient-cells.tsx'

export function PersonalInformation({ patient }: { patient: Patient }) {
  const { line1, city } = patient.contactDetails.address
  return (
    <SectionCard title="Personal Information" icon={IconUser}>
      <DetailList
        details={[
          { label: 'Full Name', value: patient.fullName, isLong: true },
          { label: 'System ID', value: <Ltr>{formatPatientId(patient.id)}</Ltr> },
          { label: 'EMR ID', value: <Ltr>{orNotAvailable(patient.emrId)}</Ltr> },
          { label: 'Gender', value: genderWord(patient.gender) },
          {
            label: 'Date of Birth',
            value: `${formatPlainDate(patient.dateOfBirth)} (${ageText(patient.dateOfBirth)})`,
          },
          { label: 'Profile Status', value: <ProfileStatus isCompleted={patient.profileCompleted} /> },
          { label: 'Email', value: <Ltr>{orNotAvailable(patient.email)}</Ltr>, isLong: true },
          { label: 'Phone Number', value: <Ltr>{phoneNumberOf(patient.phone)}</Ltr> },
          { label: 'Street Address', value: orNotAvailable(line1) },
          { label: 'City', value: orNotAvailable(city) },
        ]}
      />
    </SectionCard>
  )
}

function ProfileStatus({ isCompleted }: { isCompleted: boolean }) {
  return isCompleted ? (
    <StatusBadge tone="positive">Completed</StatusBadge>
  ) : (
    <StatusBadge tone="warning">Incomplete</StatusBadge>
  )
}
