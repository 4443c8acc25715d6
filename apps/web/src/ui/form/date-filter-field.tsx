import { TextInput } from '@mantine/core'
import { EARLIEST_DAY, isNameableDay, LATEST_DAY } from '@zelab/contract/date-range'
import { VALIDATION } from '@zelab/contract/messages'
import { useState } from 'react'
import { useDebouncedText } from './debounced-text.ts'

interface DateFilterFieldProps {
  label: string
  /** YYYY-MM-DD, or the empty text. */
  value: string
  onChange: (date: string) => void
  min?: string | undefined
  max?: string | undefined
}

/**
 * A day to filter by. It waits like a search, since a year typed digit by digit is four different days. A day that the
 * server would refuse is not handed over.
 */
export function DateFilterField({ label, value, onChange, min, max }: DateFilterFieldProps) {
  const [refused, setRefused] = useState<string>()
  const { typed, type, commit } = useDebouncedText(value, (day) => {
    const isAllowed = day === '' || isNameableDay(day)
    setRefused(isAllowed ? undefined : day)
    if (isAllowed) onChange(day)
  })
  return (
    <TextInput
      type="date"
      size="sm"
      label={label}
      value={typed}
      min={min ?? EARLIEST_DAY}
      max={max ?? LATEST_DAY}
      error={refused === typed && VALIDATION.dayOutOfRange}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => commit()}
    />
  )
}
