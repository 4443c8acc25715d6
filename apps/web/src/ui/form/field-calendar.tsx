import { Calendar } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'

interface FieldCalendarProps {
  date: string | undefined
  min: string
  max: string
  /** Without a date. */
  firstLevel: 'month' | 'decade'
  onPick: (date: string) => void
}

export default function FieldCalendar({ date, min, max, firstLevel, onPick }: FieldCalendarProps) {
  return (
    <Calendar
      getDayProps={(day) => ({ selected: day === date, onClick: () => onPick(day) })}
      {...(date && { defaultDate: date })}
      defaultLevel={date ? 'month' : firstLevel}
      minDate={min}
      maxDate={max}
    />
  )
}
