import { Box, Button, Skeleton, Text } from '@mantine/core'
import type { PatientRow } from '@zelab/contract'
import { useRef, useState } from 'react'
import { formatPlainDate } from '../../lib/format.ts'
import { useOtherPatients } from './queries.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Isolated, Ltr } from '../../ui/display/inline.tsx'
import { ZlId } from '../../ui/display/tags.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import classes from './patient.module.css'
import * as texts from './texts.ts'

const SHOWN = 5

interface PatientPickerProps {
  label: string
  /** A patient to leave out of the results. */
  exceptId?: number | undefined
  value: PatientRow | undefined
  onChange: (patient: PatientRow | undefined) => void
  error: string | undefined
}

export function PatientPicker({ label, exceptId, value, onChange, error }: PatientPickerProps) {
  const [search, setSearch] = useState('')
  const place = useRef<HTMLFieldSetElement>(null)
  const chooseAnother = () => {
    onChange(undefined)
    requestAnimationFrame(() => place.current?.querySelector('input')?.focus())
  }
  return (
    <fieldset
      ref={place}
      // Enter must not submit the surrounding form.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      <Text component="legend" size="sm" fw={500}>
        {label}
      </Text>
      {value ? (
        <div className={classes.chosen}>
          <PatientFacts patient={value} />
          <Button variant="default" size="xs" onClick={chooseAnother}>
            {texts.change}
          </Button>
        </div>
      ) : (
        <>
          <SearchField label={texts.searchPatient} value={search} onSearch={setSearch} />
          {search !== '' && <Found search={search} exceptId={exceptId} onChoose={onChange} />}
        </>
      )}
      {error && !value && (
        <Text c="var(--negative-text)" size="sm" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  )
}

interface FoundProps {
  search: string
  exceptId: number | undefined
  onChoose: (patient: PatientRow) => void
}

function Found({ search, exceptId, onChoose }: FoundProps) {
  const { query, patients, hasMore } = useOtherPatients(search, exceptId, SHOWN)
  const { error, isFetching, isPlaceholderData, refetch } = query
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <>
      <Text c="dimmed" size="sm" role="status">
        {!patients
          ? texts.searching
          : patients.length === 0
            ? texts.noOtherPatientFound
            : hasMore
              ? texts.firstFound(patients.length)
              : texts.found(patients.length)}
      </Text>
      <ul
        className={classes.list}
        aria-label={texts.patientsFound}
        data-stale={isPlaceholderData || undefined}
      >
        {patients?.map((patient) => (
          <li key={patient.id}>
            <button type="button" className={classes.choice} onClick={() => onChoose(patient)}>
              <PatientFacts patient={patient} />
            </button>
          </li>
        ))}
        {!patients && (
          <li className={classes.choice}>
            <Skeleton height="2.5rem" />
          </li>
        )}
      </ul>
    </>
  )
}

function PatientFacts({ patient }: { patient: PatientRow }) {
  const { id, fullName, dateOfBirth, phone, emrId } = patient
  return (
    <Box component="span" display="block" miw={0} flex="1 1 14rem">
      <Text span display="block" inherit fw={500}>
        <Isolated>{fullName}</Isolated>
      </Text>
      <span className={classes.detail}>
        <ZlId id={id} /> · {texts.born(formatPlainDate(dateOfBirth))} · <PhoneText phone={phone} />
        {emrId && (
          <>
            {' '}
            · <Ltr>{emrId}</Ltr>
          </>
        )}
      </span>
    </Box>
  )
}
