import { Text } from '@mantine/core'
import type { Patient } from '@zelab/contract'
import { formatDate, orNotAvailable } from '../../../lib/format.ts'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as texts from '../texts.tsx'

export function RegistrationDetails({ patient }: { patient: Patient }) {
  const { registrationType, registeredByUser, createdAt, updatedAt } = patient
  return (
    <SectionCard title={texts.registrationInfo}>
      <DetailList
        details={[
          { label: texts.registrationType, value: registrationType?.trim() || texts.notSpecified },
          { label: texts.registeredOn, value: formatDate(createdAt) },
          {
            label: texts.registeredBy,
            value: (
              <>
                {registeredByUser?.fullName.trim() || texts.unknown}
                <Text span display="block" c="dimmed" size="sm" fw={400}>
                  {registeredByUser?.userType?.name ?? texts.noRole} ·{' '}
                  {orNotAvailable(registeredByUser?.lab?.name)}
                </Text>
              </>
            ),
          },
          { label: texts.lastUpdated, value: formatDate(updatedAt) },
        ]}
      />
    </SectionCard>
  )
}
