import { ALL_REPORT_TYPES, VISIT_TYPES_MAX } from '@zelab/contract/limits'
import { useAppDataStore } from '../../lib/app-data-store.ts'
import { SearchMultiSelect } from '../../ui/form/search-multi-select.tsx'
import * as texts from './texts.ts'

interface ExpectedTypesFieldProps {
  value: readonly number[]
  onChange: (ids: number[]) => void
  error?: string | undefined
  /** Has the initial focus of a dialog. */
  isFirst?: boolean
}

export function ExpectedTypesField({ value, onChange, error, isFirst = false }: ExpectedTypesFieldProps) {
  const types = useAppDataStore((state) => state.reportTypes)
  return (
    <SearchMultiSelect
      data-autofocus={isFirst || undefined}
      label={texts.expectedReports}
      description={texts.expectedHint}
      maxValues={VISIT_TYPES_MAX}
      nothingFoundMessage={texts.noTypeFound}
      data={types
        .filter(({ id }) => id !== ALL_REPORT_TYPES.id)
        .map(({ id, title }) => ({ value: String(id), label: title }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      error={error}
    />
  )
}
