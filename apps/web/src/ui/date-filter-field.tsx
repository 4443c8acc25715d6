import { TextInput } from '@mantine/core'
import { useDelayedText } from './delayed-text.ts'

interface DateFilterFieldProps {
  label: string
  /** YYYY-MM-DD, or the empty text. */
  value: string
  onChange: (date: string) => void
  min?: string | undefined
  max?: string | undefined
}

/** A day to filter by. It waits like a search, since a year typed digit by digit is four different days. */
export function DateFilterField({ label, value, onChange, min, max }: DateFilterFieldProps) {
  const { typed, type, commit } = useDelayedText(value, onChange)
  return (
    <TextInput
      type="date"
      size="sm"
      label={label}
      value={typed}
      min={min}
      max={max}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => commit()}
    />
  )
}
