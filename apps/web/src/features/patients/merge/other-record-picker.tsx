import { Box, Button, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@zelab/contract'
import { useState } from 'react'
import { formatPatientId, formatPlainDate, orNotAvailable } from '../../../lib/format.ts'
import { duplicatesQuery } from '../queries.ts'
import { useOtherPatients } from '../../../entities/patient/queries.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useInitialFocus } from '../../../ui/form/initial-focus.ts'
import { PhoneText } from '../../../ui/display/contact-links.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { ZlId } from '../../../ui/display/tags.tsx'
import type { ListProps } from '../../../ui/list/paged-list.tsx'
import { Facts, RecordItem, RecordList } from '../../../ui/list/record-list.tsx'
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
      <Box mb="md">
        <PatientStrip patient={patient} />
      </Box>
      <SearchField label={texts.searchOtherRecord} value={text} onSearch={setText} hasFirstFocus />
      <Box mt="md" mih="14rem">
        {text === '' ? (
          <LikelyRecords patient={patient} onChoose={onChoose} />
        ) : (
          <FoundRecords text={text} patient={patient} onChoose={onChoose} />
        )}
      </Box>
    </SectionCard>
  )
}

function LikelyRecords({ patient, onChoose }: OtherRecordPickerProps) {
  const { fullName, dateOfBirth, emrId, nationalId, email, id } = patient
  const query = useQuery(
    duplicatesQuery({ fullName, dob: dateOfBirth, emrId, nationalId, email, exceptId: id }),
  )
  return (
    <Candidates
      label={texts.possibleDuplicates}
      query={{ ...query, data: query.data?.map((duplicate) => duplicate.patient) }}
      nothing={
        <EmptyState icon={IconUsers} title={texts.noPossibleDuplicates} description={texts.searchAbove} />
      }
      onChoose={onChoose}
    />
  )
}

function FoundRecords({ text, patient, onChoose }: OtherRecordPickerProps & { text: string }) {
  const { query, patients, hasMore } = useOtherPatients(text, patient.id, SHOWN)
  return (
    <>
      <Candidates
        label={texts.foundRecords}
        query={{
          ...query,
          data: patients?.map((row) => ({ ...row, lab: orNotAvailable(row.registeredByUser?.lab?.name) })),
        }}
        nothing={
          <EmptyState icon={IconUsers} title={texts.noPatientsFound} description={texts.tryAnotherSearch} />
        }
        onChoose={onChoose}
      />
      {hasMore && (
        <Text c="dimmed" size="sm">
          {texts.onlyFirst(SHOWN)}
        </Text>
      )}
    </>
  )
}

interface CandidatesProps extends Pick<ListProps<Candidate>, 'query' | 'nothing'> {
  label: string
  onChoose: (id: number) => void
}

function Candidates({ label, onChoose, ...list }: CandidatesProps) {
  return (
    <>
      <Text component="h3" c="dimmed" size="sm" fw={500}>
        {label}
      </Text>
      <RecordList {...list} label={label}>
        {({ id, fullName, dateOfBirth, phone, lab }) => (
          <RecordItem
            key={id}
            name={<bdi>{fullName}</bdi>}
            actions={
              <Button
                size="xs"
                variant="default"
                aria-label={texts.chooseRecord(fullName, formatPatientId(id))}
                onClick={() => onChoose(id)}
              >
                {texts.choose}
              </Button>
            }
          >
            <Facts>
              <ZlId id={id} />
              {formatPlainDate(dateOfBirth)}
              <PhoneText phone={phone} />
              {lab}
            </Facts>
          </RecordItem>
        )}
      </RecordList>
    </>
  )
}
