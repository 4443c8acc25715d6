import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@zelab/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatPatientId, formatPlainDate, orNotAvailable } from '../../../lib/format.ts'
import { duplicatesQuery } from '../queries.ts'
import { useOtherPatients } from '../../../entities/patient/queries.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { useInitialFocus } from '../../../ui/form/initial-focus.ts'
import { PhoneText } from '../../../ui/display/contact-links.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { ZlId } from '../../../ui/display/zl-id.tsx'
import classes from './other-record-picker.module.css'
import * as texts from '../texts.tsx'

interface OtherRecordPickerProps {
  patient: PatientRow
  onChoose: (id: number) => void
}

type Candidate = Pick<PatientRow, 'id' | 'fullName' | 'dateOfBirth' | 'phone'> & { lab?: string }

const SHOWN = 10

export function OtherRecordPicker({ patient, onChoose }: OtherRecordPickerProps) {
  const [text, setText] = useState('')
  useInitialFocus()
  return (
    <SectionCard
      title={texts.theOtherRecord}
      subtitle={texts.whichRecord(patient.fullName, formatPatientId(patient.id))}
    >
      <div className={classes.patient}>
        <PatientStrip patient={patient} />
      </div>
      <SearchField label={texts.searchOtherRecord} value={text} onSearch={setText} hasFirstFocus />
      <div className={classes.found}>
        {text === '' ? (
          <LikelyRecords patient={patient} onChoose={onChoose} />
        ) : (
          <FoundRecords text={text} patient={patient} onChoose={onChoose} />
        )}
      </div>
    </SectionCard>
  )
}

function LikelyRecords({ patient, onChoose }: OtherRecordPickerProps) {
  const { fullName, dateOfBirth, emrId, nationalId, email, id } = patient
  const { data, error, isFetching, refetch } = useQuery(
    duplicatesQuery({ fullName, dob: dateOfBirth, emrId, nationalId, email, exceptId: id }),
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <Spinner label={texts.lookingForPossibleDuplicates} />
  return (
    <Candidates
      label={texts.possibleDuplicates}
      candidates={data.map((duplicate) => duplicate.patient)}
      empty={
        <EmptyState icon={IconUsers} title={texts.noPossibleDuplicates} description={texts.searchAbove} />
      }
      onChoose={onChoose}
    />
  )
}

function FoundRecords({ text, patient, onChoose }: OtherRecordPickerProps & { text: string }) {
  const { query, patients, hasMore } = useOtherPatients(text, patient.id, SHOWN)
  const { error, isFetching, refetch } = query
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!patients) return <Spinner label={texts.searching} />
  return (
    <>
      <Candidates
        label={texts.foundRecords}
        candidates={patients.map((row) => ({ ...row, lab: orNotAvailable(row.registeredByUser?.lab?.name) }))}
        empty={
          <EmptyState icon={IconUsers} title={texts.noPatientsFound} description={texts.tryAnotherSearch} />
        }
        onChoose={onChoose}
      />
      {hasMore && <p className={classes.more}>{texts.onlyFirst(SHOWN)}</p>}
    </>
  )
}

interface CandidatesProps {
  label: string
  candidates: readonly Candidate[]
  empty: ReactNode
  onChoose: (id: number) => void
}

function Candidates({ label, candidates, empty, onChoose }: CandidatesProps) {
  if (candidates.length === 0) return empty
  return (
    <>
      <h3 className={classes.label}>{label}</h3>
      <ul className={classes.list} aria-label={label}>
        {candidates.map(({ id, fullName, dateOfBirth, phone, lab }) => (
          <li key={id} className={classes.candidate}>
            <div className={classes.text}>
              <p className={classes.name}>
                <bdi>{fullName}</bdi>
              </p>
              <p className={classes.facts}>
                <ZlId id={id} /> · {formatPlainDate(dateOfBirth)} · <PhoneText phone={phone} />
                {lab && ` · ${lab}`}
              </p>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.chooseRecord(fullName, formatPatientId(id))}
              onClick={() => onChoose(id)}
            >
              {texts.choose}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
