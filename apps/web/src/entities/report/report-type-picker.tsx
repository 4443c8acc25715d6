import { ALL_REPORT_TYPES } from '@zelab/contract/limits'
import type { FocusEventHandler, Ref } from 'react'
import { SearchSelect } from '../../ui/form/search-select.tsx'
import { useAppDataStore } from '../../lib/app-data-store.ts'
import * as texts from './texts.ts'

interface ReportTypePickerProps {
  /** The id as text; empty when no type is selected. */
  value: string
  onChange: (id: string) => void
  onBlur: FocusEventHandler<HTMLInputElement>
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

/** All report types as "id - title", except All, under which reports are never published (AMB-64). */
export function ReportTypePicker({ value, onChange, ...rest }: ReportTypePickerProps) {
  const types = useAppDataStore((state) => state.reportTypes)
  const choices = types
    .filter(({ id }) => id !== ALL_REPORT_TYPES.id)
    .map(({ id, title }) => ({ value: String(id), label: `${id} - ${title}` }))
  return (
    <SearchSelect
      {...rest}
      label={texts.reportType}
      placeholder={texts.selectAReportType}
      required
      // The field has the initial focus, so focus alone must not open the list.
      openOnFocus={false}
      data-initial-focus
      nothingFoundMessage={texts.noReportTypeFound}
      data={choices}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
