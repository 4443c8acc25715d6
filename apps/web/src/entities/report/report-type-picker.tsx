import { ALL_REPORT_TYPES } from '@zelab/contract/limits'
import type { FocusEventHandler, Ref } from 'react'
import { SearchSelect } from '../../ui/form/search-select.tsx'
import { useAppDataStore } from '../../lib/app-data-store.ts'
import * as texts from './texts.ts'

interface ReportTypePickerProps {
  /** The id as text; empty when nothing is chosen. */
  value: string
  onChange: (id: string) => void
  onBlur: FocusEventHandler<HTMLInputElement>
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

/** Every report type as "id - title"; a report is never published under All (AMB-64). */
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
      // It has the first focus of the page; the list opens with the first letter, an arrow key or a click.
      openOnFocus={false}
      data-initial-focus
      nothingFoundMessage={texts.noReportTypeFound}
      data={choices}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
