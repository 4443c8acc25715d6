import { Text } from '@mantine/core'
import type { Patient } from '@zelab/contract'
import { shownNationalId } from '@zelab/contract/fields/national-id'
import { orNotAvailable } from '../../../lib/format.ts'
import { CopyableId, CopyablePhone } from '../../../ui/display/copyable.tsx'
import { EmailLink } from '../../../ui/display/contact-links.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { Ltr } from '../../../ui/display/inline.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { birthDateText, missingFieldsOf, genderWord } from '../patient-fields.ts'
import * as texts from '../texts.tsx'

export function PersonalInformation({ patient }: { patient: Patient }) {
  const { line1, city } = patient.contactDetails.address
  return (
    <SectionCard title={texts.personalInformation}>
      <DetailList
        details={[
          { label: texts.phoneNumber, value: <CopyablePhone phone={patient.phone} /> },
          { label: texts.gender, value: genderWord(patient.gender) },
          { label: texts.dateOfBirth, value: birthDateText(patient.dateOfBirth), isLong: true },
          { label: texts.email, value: <EmailLink email={patient.email} />, isLong: true },
          { label: texts.streetAddress, value: orNotAvailable(line1) },
          { label: texts.city, value: orNotAvailable(city) },
          { label: texts.fullName, value: patient.fullName, isLong: true },
          { label: texts.systemId, value: <CopyableId id={patient.id} /> },
          { label: texts.emrId, value: <Ltr>{orNotAvailable(patient.emrId)}</Ltr> },
          ...(patient.nationalId
            ? [{ label: texts.nationalId, value: <Ltr>{shownNationalId(patient.nationalId)}</Ltr> }]
            : []),
          { label: texts.profileStatus, value: <ProfileStatus isCompleted={patient.profileCompleted} /> },
        ]}
      />
      {!patient.profileCompleted && (
        <Text mt="sm" c="dimmed" size="sm">
          {texts.missingForCompletion(missingFieldsOf(patient))}
        </Text>
      )}
    </SectionCard>
  )
}

function ProfileStatus({ isCompleted }: { isCompleted: boolean }) {
  return isCompleted ? (
    <StatusBadge tone="positive">{texts.completed}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{texts.incomplete}</StatusBadge>
  )
}
