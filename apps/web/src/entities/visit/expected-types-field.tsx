import { MultiSelect } from '@mantine/core'
import { ALL_REPORT_TYPES, VISIT_TYPES_MAX } from '@zelab/contract/limits'
import { useState } from 'react'
import { useAppDataStore } from '../../lib/app-data-store.ts'
import * as texts from './texts.ts'

interface ExpectedTypesFieldProps {
  value: readonly number[]
  onChange: (ids: number[]) => void
  error?: string | undefined
}

/** Typing selects the first match, and Enter adds it. */
export function ExpectedTypesField({ value, onChange, error }: ExpectedTypesFieldProps) {
  const types = useAppDataStore((state) => state.reportTypes)
  const [search, setSearch] = useState('')
  return (
    <MultiSelect
      label={texts.expectedReports}
      description={texts.expectedHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      selectFirstOptionOnChange
      openOnFocus={false}
      hidePickedOptions
      maxValues={VISIT_TYPES_MAX}
      nothingFoundMessage={texts.noTypeFound}
      data={types
        .filter(({ id }) => id !== ALL_REPORT_TYPES.id)
        .map(({ id, title }) => ({ value: String(id), label: title }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchValue={search}
      onSearchChange={setSearch}
      error={error}
    />
  )
}
