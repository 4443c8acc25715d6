import { Calendar } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'

interface BirthCalendarProps {
  date: string | undefined
  min: string
  max: string
  onPick: (date: string) => void
}

/** Starts with decades when empty, because most dates of birth are long ago. */
export default function BirthCalendar({ date, min, max, onPick }: BirthCalendarProps) {
  return (
    <Calendar
      getDayProps={(day) => ({ selected: day === date, onClick: () => onPick(day) })}
      {...(date && { defaultDate: date })}
      defaultLevel={date ? 'month' : 'decade'}
      minDate={min}
      maxDate={max}
    />
  )
}
