import { IconClipboardCheck } from '@tabler/icons-react'
import type { Patient } from '@zelab/contract'
import { formatDate, orNotAvailable } from '../../lib/format.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './registration-details.module.css'

export function RegistrationDetails({ patient }: { patient: Patient }) {
  const { registrationType, registeredByUser, createdAt, updatedAt } = patient
  return (
    <SectionCard title="Registration Info" icon={IconClipboardCheck}>
      <DetailList
        details={[
          { label: 'Registration Type', value: registrationType?.trim() || 'Not Specified' },
          { label: 'Registered On', value: formatDate(createdAt) },
          {
            label: 'Registered By',
            value: (
              <>
                {registeredByUser?.fullName.trim() || 'Unknown'}
                <span className={classes.role}>
                  {registeredByUser?.userType?.name ?? 'No Role'} ·{' '}
                  {orNotAvailable(registeredByUser?.lab?.name)}
                </span>
              </>
            ),
          },
          { label: 'Last Updated', value: formatDate(updatedAt) },
        ]}
      />
    </SectionCard>
  )
}
