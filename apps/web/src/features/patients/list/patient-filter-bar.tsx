import { Button } from '@mantine/core'
import type { PatientRow } from '@zelab/contract'
import { ALL, PATIENT_GENDER_FILTERS, PATIENT_STATUSES } from '@zelab/contract/patients/patient-filter'
import { LOCALE } from '../../../lib/format.ts'
import { omitUndefined, readOneOf, withFilter, withoutFilters } from '../../../lib/search-params.ts'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { DateRangeChip } from '../../../ui/table/date-range-chip.tsx'
import { FilterBar, SelectChip } from '../../../ui/table/filter-chip.tsx'
import { SavedFilters } from '../../../entities/filters/saved-filters.tsx'
import type { PatientSearch } from './patient-search.ts'
import { countFilters, readPatientSearch } from './patient-search.ts'
import * as texts from '../texts.tsx'

interface PatientFilterBarProps {
  search: PatientSearch
  /** Loaded rows, which determine the registration types on offer (AMB-47). */
  rows: readonly PatientRow[] | undefined
  onChange: (change: (present: PatientSearch) => PatientSearch, replace?: boolean) => void
}

export function PatientFilterBar({ search, rows, onChange }: PatientFilterBarProps) {
  return (
    <FilterBar
      label={texts.patients}
      search={
        <SearchField
          label={texts.searchPatients}
          value={search.search ?? ''}
          onSearch={(text) => onChange((present) => withFilter(present, { search: text || undefined }), true)}
        />
      }
    >
      <Filters search={search} rows={rows} onChange={onChange} />
      <SavedFilters
        list="patients"
        search={search}
        onApply={(saved) => onChange(({ limit }) => omitUndefined({ ...readPatientSearch(saved), limit }))}
      />
      {(countFilters(search) > 0 || search.search !== undefined) && (
        <Button variant="subtle" color="gray" onClick={() => onChange(withoutFilters)}>
          {texts.clearFilters}
        </Button>
      )}
    </FilterBar>
  )
}

const CHOICE_LABELS = {
  [ALL]: texts.all,
  completed: texts.completed,
  incomplete: texts.incomplete,
  male: texts.male,
  female: texts.female,
} as const
const choicesOf = (words: readonly (keyof typeof CHOICE_LABELS)[]) =>
  ([ALL, ...words] as const).map((word) => ({ value: word, label: CHOICE_LABELS[word] }))

const registrationTypesOf = (rows: readonly PatientRow[], present: string | undefined): string[] => {
  const types = [...rows.map((row) => row.registrationType), present].filter((type) => !!type)
  return [...new Set(types as string[])].sort((one, other) => one.localeCompare(other, LOCALE))
}

function Filters({ search, rows, onChange }: PatientFilterBarProps) {
  const change = (filter: PatientSearch) => onChange((present) => withFilter(present, filter))
  const types = registrationTypesOf(rows ?? [], search.registrationType)
  const { status, registrationType, gender, fromDate, toDate } = search
  return (
    <>
      <SelectChip
        label={texts.status}
        chosen={status && CHOICE_LABELS[status]}
        choices={choicesOf(PATIENT_STATUSES)}
        value={status ?? ALL}
        onChange={(value) => change({ status: readOneOf(value, PATIENT_STATUSES) })}
        onClear={() => change({ status: undefined })}
      />
      <SelectChip
        label={texts.filterRegistrationType}
        chosen={registrationType}
        choices={[{ value: ALL, label: texts.all }, ...types.map((type) => ({ value: type, label: type }))]}
        value={registrationType ?? ALL}
        onChange={(value) => change({ registrationType: value === ALL ? undefined : value })}
        onClear={() => change({ registrationType: undefined })}
      />
      <SelectChip
        label={texts.gender}
        chosen={gender && CHOICE_LABELS[gender]}
        choices={choicesOf(PATIENT_GENDER_FILTERS)}
        value={gender ?? ALL}
        onChange={(value) => change({ gender: readOneOf(value, PATIENT_GENDER_FILTERS) })}
        onClear={() => change({ gender: undefined })}
      />
      <DateRangeChip
        label={texts.registered}
        range={{ fromDate, toDate }}
        onChange={(days) => onChange((present) => withFilter(present, days), true)}
        onClear={() => change({ fromDate: undefined, toDate: undefined })}
      />
    </>
  )
}
