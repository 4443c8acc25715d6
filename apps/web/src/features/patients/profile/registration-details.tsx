import type { Patient } from '@zelab/contract'
import { formatDate, orNotAvailable } from '../../../lib/format.ts'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from './patient-page.module.css'
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
                <span className={classes.role}>
                  {registeredByUser?.userType?.name ?? texts.noRole} ·{' '}
                  {orNotAvailable(registeredByUser?.lab?.name)}
                </span>
              </>
            ),
          },
          { label: texts.lastUpdated, value: formatDate(updatedAt) },
        ]}
      />
    </SectionCard>
  )
}
