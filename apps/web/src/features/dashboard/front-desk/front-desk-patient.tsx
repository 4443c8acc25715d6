import { Box, Button, Group, Stack } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Patient, ReportInPatient } from '@zelab/contract'
import { useEffect, useRef } from 'react'
import { Hint } from '../../../ui/display/inline.tsx'
import { localToday } from '../../../lib/format.ts'
import { PhoneLink } from '../../../ui/display/contact-links.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { MarkPaid, PatientVisitBadges, useVisitStates } from '../../../entities/visit/visit-badges.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { Chosen } from './front-desk-options.tsx'
import { FrontDeskReport } from './front-desk-report.tsx'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

interface FrontDeskPatientProps extends Chosen {
  onNext: () => void
}

export function FrontDeskPatient({ patientId, reportId, onNext }: FrontDeskPatientProps) {
  const {
    data: patient,
    error,
    isFetching,
    refetch,
  } = useQuery(endpointQuery(api.patients.getById, { params: { id: patientId } }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!patient) return <Spinner label={texts.loadingPatient} />
  return <FoundPatient patient={patient} reportId={reportId} onNext={onNext} />
}

const isOfToday = ({ createdAt }: ReportInPatient): boolean =>
  localToday(new Date(createdAt)) === localToday()

interface FoundPatientProps {
  patient: Patient
  /** Shows only this report, whose number was typed. */
  reportId: number | undefined
  onNext: () => void
}

function FoundPatient({ patient, reportId, onNext }: FoundPatientProps) {
  const ofNumber = patient.reports.filter(({ id }) => id === reportId)
  const ofToday = patient.reports.filter(isOfToday)
  const shown = [ofNumber, ofToday, patient.reports.slice(0, 1)].find(({ length }) => length > 0) ?? []
  const states = useVisitStates([patient.id]).get(patient.id)
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    actions.current?.querySelector<HTMLElement>('[data-first-action]')?.focus()
  }, [])
  return (
    <Box pb="md" px="md" ref={actions}>
      <PatientStrip patient={patient} isHeading />
      <PhoneLink phone={patient.phone} />
      <Group gap="xs">
        <PatientVisitBadges visits={states} />
        {states?.dueVisit && <MarkPaid visit={states.dueVisit} patientName={patient.fullName} />}
        {states?.unknownPayment && (
          <MarkPaid visit={states.unknownPayment} payment="unknown" patientName={patient.fullName} />
        )}
      </Group>
      <Hint pt="md" pb={4}>
        {reportId !== undefined && shown === ofNumber
          ? texts.reportOfNumber(reportId)
          : ofToday.length > 0
            ? texts.todaysReports
            : shown.length > 0
              ? texts.noReportToday
              : texts.noReports}
      </Hint>
      {shown.length > 0 && (
        <Stack component="ul" gap={0}>
          {shown.map((report, index) => (
            <FrontDeskReport
              key={report.id}
              report={report}
              isFirst={index === 0}
              isDue={Boolean(states?.dueVisit)}
            />
          ))}
        </Stack>
      )}
      <Group justify="flex-end" gap="xs" pt="md">
        <Button variant="default" onClick={onNext}>
          {texts.nextPatient}
        </Button>
        <ButtonLink
          to="/user/patients/view/$patientId"
          params={{ patientId: String(patient.id) }}
          variant="default"
          leftSection={<IconUserSearch size={16} stroke={1.75} />}
          data-first-action={shown.length === 0 || undefined}
        >
          {texts.viewProfile}
        </ButtonLink>
      </Group>
    </Box>
  )
}
