import { Box, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePrintRecord } from '../../../lib/queries/activity.ts'
import { useCurrentUser } from '../../../lib/session-store.ts'
import { isNotFound } from '../../../lib/api-error.ts'
import { bornInWords } from '../../../lib/age.ts'
import { formatPatientId, formatDate, orNotAvailable } from '../../../lib/format.ts'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { useUsesVisits, visitsQuery } from '../../../entities/visit/queries.ts'
import { headVisitOf, VisitSentence } from '../../../entities/visit/visit-sentence.tsx'
import { noVisits } from '../../../entities/visit/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PatientNotFound } from '../../../entities/patient/patient-not-found.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { ChangeHistory } from './change-history.tsx'
import { MergedRecords } from './merged-records.tsx'
import { PatientActions } from './patient-actions.tsx'
import classes from './patient-page.module.css'
import { PatientReports } from './patient-reports.tsx'
import { Retention } from '../retention/retention-card.tsx'
import * as texts from '../texts.tsx'
import type { Patient } from '@zelab/contract'
import { PhoneLink, EmailLink } from '../../../ui/display/contact-links.tsx'
import { ZlId } from '../../../ui/display/tags.tsx'
import { genderWord, birthDateText, missingFieldsOf } from '../patient-fields.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { shownNationalId } from '@zelab/contract/fields/national-id'
import { CopyableId, CopyablePhone } from '../../../ui/display/copyable.tsx'
import { Ltr } from '../../../ui/display/inline.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the merged record that redirected here. */
    mergedFrom?: number
  }
}

interface PatientPageProps {
  renderVisits: (patientId: number) => ReactNode
  renderSending: (patientId: number) => ReactNode
  renderDeliveries: (patientId: number) => ReactNode
  renderHistory: (patientId: number) => ReactNode
}

/** A malformed id is not sent to the server. */
export function PatientPage(parts: PatientPageProps) {
  const { patientId } = useParams({ from: '/_shell/user/patients/view/$patientId' })
  const id = readWholeNumber(patientId)
  return id === undefined ? <PatientNotFound /> : <PatientOfId id={id} {...parts} />
}

function PatientOfId({
  id,
  renderVisits,
  renderSending,
  renderDeliveries,
  renderHistory,
}: PatientPageProps & { id: number }) {
  usePrintRecord('patient', id)
  const query = useQuery(endpointQuery(api.patients.getById, { params: { id } }))
  const { data: patient, error } = query
  const mergedFrom = useLocation({ select: ({ state }) => state.mergedFrom })
  if (error && isNotFound(error)) return <PatientNotFound />
  // A merged record's id returns the surviving record, so the URL changes to its id.
  if (patient && patient.id !== id)
    return (
      <Navigate
        to="/user/patients/view/$patientId"
        params={{ patientId: String(patient.id) }}
        state={{ mergedFrom: id }}
        replace
      />
    )
  return (
    <>
      <PageHeader
        title={texts.patientDetails}
        subject={patient?.fullName ?? ' '}
        subtitle={patient && <PatientFacts patient={patient} />}
        backTo="/user/patients"
        actions={patient && <PatientActions patient={patient} />}
      />
      {mergedFrom !== undefined && (
        <Box mb="md">
          <Notice tone="info" title={texts.wasMergedHere(formatPatientId(mergedFrom))} />
        </Box>
      )}
      {/* A network failure must not look like a missing patient, which invites a second registration. */}
      <Fetched query={query} skeleton={<Spinner label={texts.loadingPatient} />} isOnBench>
        {(shown) => (
          <div className={classes.layout}>
            <PatientReports patient={shown} />
            <div className={classes.person}>
              <PersonalInformation patient={shown} />
              <RegistrationDetails patient={shown} />
            </div>
            {renderVisits(id)}
            {renderSending(id)}
            {renderDeliveries(id)}
            <MergedRecords patientId={id} />
            <Retention patientId={id} />
            <ChangeHistory patientId={id} />
            {renderHistory(id)}
          </div>
        )}
      </Fetched>
    </>
  )
}

function PatientFacts({ patient: { id, dateOfBirth, gender, phone } }: { patient: Patient }) {
  return (
    <Group component="span" align="baseline" gap="0 var(--mantine-spacing-sm)" pt={4}>
      <span className={classes.facts}>
        <ZlId id={id} />
        <span>{bornInWords(dateOfBirth)}</span>
        {gender && <span>{genderWord(gender)}</span>}
        <PhoneLink phone={phone} />
      </span>
      <VisitState patientId={id} />
    </Group>
  )
}

/** On its own line, whose height is reserved. */
function VisitState({ patientId }: { patientId: number }) {
  const usesVisits = useUsesVisits()
  const { lab } = useCurrentUser()
  const { data } = useQuery({ ...visitsQuery(patientId), enabled: usesVisits || lab === null })
  if (!usesVisits && !data?.lab.usesVisits) return null
  const shown = headVisitOf(data?.data ?? [])
  return (
    <Box component="span" w="100%" mih="1.25rem">
      {data && (shown ? <VisitSentence visit={shown} labId={data.lab.id} /> : noVisits)}
    </Box>
  )
}

function RegistrationDetails({ patient }: { patient: Patient }) {
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

function PersonalInformation({ patient }: { patient: Patient }) {
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
