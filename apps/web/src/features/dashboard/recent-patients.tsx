import { Stack } from '@mantine/core'
import { IconFileUpload, IconListSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import type { PatientRow } from '@zelab/contract'
import { orNotAvailable } from '../../lib/format.ts'
import { useCan, useCurrentUser } from '../../lib/session-store.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ActionIconLink, ButtonLink } from '../../ui/actions/links.tsx'
import { Isolated, Ltr, Hint } from '../../ui/display/inline.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { RecordItem } from '../../ui/list/record-list.tsx'
import { RecentPanel } from './recent-panel.tsx'
import * as texts from './texts.tsx'

export function RecentPatients({ patients }: { patients: PatientRow[] | undefined }) {
  const may = useCan()
  const { lab } = useCurrentUser()
  return (
    <SectionCard title={texts.recentPatients} actions={<PanelActions />} isFlush>
      <RecentPanel
        label={texts.recentPatientsList}
        rows={patients}
        empty={
          <EmptyState
            icon={IconUsers}
            title={texts.noRecentPatientsAvailable}
            description={texts.noRecentPatientsHint}
            action={
              may('patients:add') &&
              lab && <ButtonLink to="/user/patients/add">{texts.registerFirst}</ButtonLink>
            }
          />
        }
      >
        {(patient) => <PatientItem key={patient.id} patient={patient} />}
      </RecentPanel>
    </SectionCard>
  )
}

function PanelActions() {
  const may = useCan()
  return (
    <>
      {may('patients:view') && (
        <ActionIconLink
          data-tooltip={texts.viewAllPatients}
          to="/user/patients"
          aria-label={texts.viewAllPatients}
        >
          <IconListSearch size={18} stroke={1.75} />
        </ActionIconLink>
      )}
      {may('patients:add') && (
        <ActionIconLink
          data-tooltip={texts.onboardNewPatient}
          to="/user/patients/add"
          aria-label={texts.onboardNewPatient}
        >
          <IconUserPlus size={18} stroke={1.75} />
        </ActionIconLink>
      )}
    </>
  )
}

function PatientItem({ patient: { id, fullName, email, phone } }: { patient: PatientRow }) {
  const may = useCan()
  const params = { patientId: String(id) }
  return (
    <RecordItem
      target={{ to: '/user/patients/view/$patientId', params }}
      name={<Isolated>{fullName}</Isolated>}
      actions={
        <Stack gap="xs">
          {may('reports:publish') && (
            <ButtonLink
              to="/user/patient/$patientId/report/publish"
              params={params}
              variant="default"
              size="xs"
              aria-label={texts.publishReportFor(fullName)}
              leftSection={<IconFileUpload size={14} stroke={1.75} />}
            >
              {texts.publishReport}
            </ButtonLink>
          )}
          <ButtonLink
            to="/user/patients/view/$patientId"
            params={params}
            variant="default"
            size="xs"
            aria-label={texts.viewProfileOf(fullName)}
          >
            {texts.viewProfile}
          </ButtonLink>
        </Stack>
      }
    >
      <Hint truncate>
        <Ltr>{orNotAvailable(email)}</Ltr>
      </Hint>
      <Hint>
        <PhoneText phone={phone} />
      </Hint>
    </RecordItem>
  )
}
