import { Group } from '@mantine/core'
import { formatPlainDate, localToday } from '../../lib/format.ts'
import { DateFilterField } from '../form/date-filter-field.tsx'
import { FilterChip } from './filter-chip.tsx'
import * as texts from './texts.ts'

interface DateRange {
  fromDate?: string | undefined
  toDate?: string | undefined
}

interface DateRangeChipProps {
  label: string
  range: DateRange
  onChange: (change: DateRange) => void
  onClear: () => void
}

export function DateRangeChip({ label, range: { fromDate, toDate }, onChange, onClear }: DateRangeChipProps) {
  return (
    <FilterChip
      label={label}
      chosen={texts.daysChosen(fromDate && formatPlainDate(fromDate), toDate && formatPlainDate(toDate))}
      onClear={onClear}
    >
      <Group align="stretch" gap="sm">
        <DateFilterField
          label={texts.fromDate}
          value={fromDate ?? ''}
          max={toDate ?? localToday()}
          onChange={(date) => onChange({ fromDate: date || undefined })}
        />
        <DateFilterField
          label={texts.toDate}
          value={toDate ?? ''}
          min={fromDate}
          onChange={(date) => onChange({ toDate: date || undefined })}
        />
      </Group>
    </FilterChip>
  )
}
