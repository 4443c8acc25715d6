import { EARLIEST_DAY, isNameableDay, LATEST_DAY } from '@zelab/contract/fields/date-range'
import { VALIDATION } from '@zelab/contract/messages'
import { readTypedDate } from '@zelab/contract/fields/typed-date'
import { useState } from 'react'
import { DateField } from './date-field.tsx'
import { useDebouncedText } from './debounced-text.ts'

interface DateFilterFieldProps {
  label: string
  /** YYYY-MM-DD or empty. */
  value: string
  onChange: (date: string) => void
  min?: string | undefined
  max?: string | undefined
}

/** Debounced, because a year typed by digit gives several valid dates. */
export function DateFilterField({ label, value, onChange, min, max }: DateFilterFieldProps) {
  const [refused, setRefused] = useState<string>()
  const { typed, type, commit } = useDebouncedText(value, (day) => {
    const isIncomplete = day !== '' && readTypedDate(day, 'ymd') !== day
    if (isIncomplete) return
    const isAllowed = day === '' || isNameableDay(day)
    setRefused(isAllowed ? undefined : day)
    if (isAllowed) onChange(day)
  })
  return (
    <DateField
      size="sm"
      label={label}
      value={typed}
      min={min ?? EARLIEST_DAY}
      max={max ?? LATEST_DAY}
      error={refused === typed && VALIDATION.dayOutOfRange}
      isTidied
      isNested
      onChange={type}
      onBlur={() => commit()}
    />
  )
}
