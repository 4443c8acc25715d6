import { Button, NativeSelect } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import type { PatientRow } from '@zelab/contract'
import { ALL, PATIENT_GENDER_FILTERS, PATIENT_STATUSES } from '@zelab/contract/patient-filter'
import { useId, useState } from 'react'
import { localToday } from '../../../lib/format.ts'
import { LOCALE } from '../../../lib/language.ts'
import { readOneOf } from '../../../lib/search-params.ts'
import { DateFilterField } from '../../../ui/form/date-filter-field.tsx'
import { useIsPhoneWidth } from '../../../ui/layout/phone-width.ts'
import { SearchField } from '../../../ui/form/search-field.tsx'
import classes from './patient-filter-bar.module.css'
import type { PatientSearch } from './patient-search.ts'
import { countFilters, withFilter, withoutFilters } from './patient-search.ts'
import * as texts from '../texts.tsx'

interface PatientFilterBarProps {
  search: PatientSearch
  /** The loaded rows, which tell the registration types there are (AMB-47). */
  rows: readonly PatientRow[] | undefined
  onChange: (change: (present: PatientSearch) => PatientSearch, replace?: boolean) => void
}

/** Search box and filters; on a phone the filters fold away behind a button. */
export function PatientFilterBar({ search, rows, onChange }: PatientFilterBarProps) {
  const isPhone = useIsPhoneWidth()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const filtersId = useId()
  const count = countFilters(search)
  const clear = (count > 0 || search.search !== undefined) && (
    <Button
      variant="subtle"
      size="md"
      className={classes.button}
      leftSection={<IconX size={16} stroke={1.75} />}
      onClick={() => onChange(withoutFilters)}
    >
      {texts.clearFilters}
    </Button>
  )
  return (
    <div className={classes.bar} role="search" aria-label={texts.patients}>
      <div className={classes.search}>
        <SearchField
          label={texts.searchPatients}
          value={search.search ?? ''}
          onSearch={(text) => onChange((present) => withFilter(present, { search: text || undefined }), true)}
        />
        {!isPhone && clear}
        {isPhone && (
          <Button
            variant="default"
            size="md"
            className={classes.button}
            leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
            aria-expanded={isUnfolded}
            aria-controls={filtersId}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            {texts.filters(count)}
          </Button>
        )}
      </div>
      <div className={classes.filters} id={filtersId} hidden={isPhone && !isUnfolded}>
        <Filters search={search} rows={rows} onChange={onChange} />
        {isPhone && clear}
      </div>
    </div>
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
  const changeDate = (filter: PatientSearch) => onChange((present) => withFilter(present, filter), true)
  const types = registrationTypesOf(rows ?? [], search.registrationType)
  return (
    <>
      <NativeSelect
        size="sm"
        label={texts.status}
        data={choicesOf(PATIENT_STATUSES)}
        value={search.status ?? ALL}
        onChange={(event) => change({ status: readOneOf(event.currentTarget.value, PATIENT_STATUSES) })}
      />
      <NativeSelect
        size="sm"
        label={texts.filterRegistrationType}
        data={[{ value: ALL, label: texts.all }, ...types]}
        value={search.registrationType ?? ALL}
        onChange={({ currentTarget: { value } }) =>
          change({ registrationType: value === ALL ? undefined : value })
        }
      />
      <NativeSelect
        size="sm"
        label={texts.gender}
        data={choicesOf(PATIENT_GENDER_FILTERS)}
        value={search.gender ?? ALL}
        onChange={(event) => change({ gender: readOneOf(event.currentTarget.value, PATIENT_GENDER_FILTERS) })}
      />
      <DateFilterField
        label={texts.fromDate}
        value={search.fromDate ?? ''}
        max={search.toDate ?? localToday()}
        onChange={(date) => changeDate({ fromDate: date || undefined })}
      />
      <DateFilterField
        label={texts.toDate}
        value={search.toDate ?? ''}
        min={search.fromDate}
        onChange={(date) => changeDate({ toDate: date || undefined })}
      />
    </>
  )
}
