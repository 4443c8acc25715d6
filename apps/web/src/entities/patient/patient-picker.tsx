import { Box, Button, Skeleton, Text } from '@mantine/core'
import type { PatientRow } from '@zelab/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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

/** Enter takes the only patient found, once the search has answered, but never a similar name. */
export function PatientPicker({ label, exceptId, value, onChange, error }: PatientPickerProps) {
  const [search, setSearch] = useState('')
  /** The text for which Enter was pressed. */
  const [entered, setEntered] = useState<string>()
  const place = useRef<HTMLFieldSetElement>(null)
  const choose = (patient: PatientRow | undefined, next: string) => {
    setEntered(undefined)
    onChange(patient)
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(next)?.focus())
  }
  return (
    <fieldset
      ref={place}
      // Enter must not submit the surrounding form.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        setEntered(event.target.value.trim())
      }}
      onInput={() => setEntered(undefined)}
    >
      <Text component="legend" size="sm" fw={500}>
        {label}
      </Text>
      {value ? (
        <div className={classes.chosen} tabIndex={-1}>
          <PatientFacts patient={value} />
          <Button variant="default" size="xs" onClick={() => choose(undefined, 'input')}>
            {texts.change}
          </Button>
        </div>
      ) : (
        <>
          <SearchField label={texts.searchPatient} value={search} onSearch={setSearch} />
          {search !== '' && (
            <Found
              search={search}
              exceptId={exceptId}
              isEntered={entered === search}
              onChoose={(patient) => choose(patient, '[tabindex]')}
            />
          )}
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
  isEntered: boolean
  onChoose: (patient: PatientRow) => void
}

function Found({ search, exceptId, isEntered, onChoose }: FoundProps) {
  const { query, patients, hasMore } = useOtherPatients(search, exceptId, SHOWN)
  const { error, isFetching, isPlaceholderData, refetch } = query
  const [only] = patients?.length === 1 && !hasMore && !isPlaceholderData ? patients : []
  const isCertain = only !== undefined && !query.data?.similarIds?.includes(only.id)
  const takeOnly = useEffectEvent(() => isEntered && isCertain && onChoose(only))
  useEffect(() => void takeOnly(), [isEntered, isCertain])
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
