import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { EARLIEST_DAY, LATEST_DAY } from '@zelab/contract/fields/date-range'
import { hasShortYear, readTypedDate, typedDateOf } from '@zelab/contract/fields/typed-date'
import type { DateOrder } from '@zelab/contract/limits'
import type { FocusEventHandler, ReactNode, Ref } from 'react'
import { lazy, Suspense, useId, useState } from 'react'
import { useBrand } from '../../lib/brand.ts'
import { Spinner } from '../feedback/spinner.tsx'
import * as texts from './texts.ts'

const Calendar = lazy(() => import('./field-calendar.tsx'))

export interface DateFieldProps extends Pick<TextInputProps, 'aria-label' | 'inputWrapperOrder' | 'w'> {
  label?: string
  /** YYYY-MM-DD, or the typed text while it is not a date; initially empty. */
  value: string
  onChange: (date: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  error?: ReactNode
  required?: boolean
  name?: string
  size?: 'sm'
  ref?: Ref<HTMLInputElement>
  /** First and last day of the calendar. */
  min?: string
  max?: string
  description?: ReactNode
}

export interface DateReading {
  read: (text: string, order: DateOrder) => string | undefined
  show: (value: string, order: DateOrder) => string
  placeholderOf: (date: string) => string
  problemOf?: (placeholder: string) => string
  /** The value after a day of the calendar was chosen; absent without a calendar. */
  pick?: (day: string, before: string | undefined) => string
}

const DATE: DateReading = {
  read: readTypedDate,
  show: typedDateOf,
  placeholderOf: (date) => date,
  pick: (day) => day,
}

interface DateFieldRules {
  /** Defaults to a date without a time. */
  reading?: DateReading

  isAllowed?: (date: string) => boolean
  /** Message for text that is not an allowed date. */
  problem?: string
  /** Repeats the date in words. */
  describe?: (date: string) => string
  /** The calendar starts with decades, for dates that are long ago. */
  startsWithDecades?: boolean
  /** Leaving the field shows the date in the order of the installation. */
  isTidied?: boolean
  /** Inside another popover, which would close on a click in a portal. */
  isNested?: boolean
}

const PLACEHOLDERS = { dmy: 'DD/MM/YYYY', mdy: 'MM/DD/YYYY', ymd: 'YYYY-MM-DD' } as const

/** Text in the order of day and month that the settings name. An invalid date gets a message on blur. */
export function DateField({
  label,
  value,
  onChange,
  onBlur,
  error,
  min = EARLIEST_DAY,
  max = LATEST_DAY,
  description,
  isAllowed = () => true,
  problem,
  describe,
  startsWithDecades = false,
  isTidied = false,
  isNested = false,
  reading = DATE,
  ...rest
}: DateFieldProps & DateFieldRules) {
  const id = useId()
  const { pick } = reading
  const order = useBrand((state) => state.dateOrder)
  const entryOf = (text: string) => {
    const date = reading.read(text, order)
    return { text, date, value: date ?? text, isLeft: false }
  }
  const storedEntry = () => {
    const { date } = entryOf(value)
    return entryOf(date ? reading.show(date, order) : value)
  }
  const [entry, setEntry] = useState(storedEntry)
  const [isOpen, setOpen] = useState(false)
  const [followed, setFollowed] = useState(value)
  if (value !== followed) {
    setFollowed(value)
    // The form changed the value, so the typed text is outdated.
    if (value !== entry.value) setEntry(storedEntry())
  }

  const enter = (text: string) => {
    const next = entryOf(text)
    setEntry(next)
    onChange(next.value)
  }
  const placeholder = reading.placeholderOf(PLACEHOLDERS[order])
  const date = entry.date !== undefined && isAllowed(entry.date) ? entry.date : undefined
  const isWrong = entry.text.trim() !== '' && date === undefined
  const ownProblem = [
    problem ?? (reading.problemOf ?? texts.dateExpected)(placeholder),
    ...(hasShortYear(entry.text) ? [texts.yearNeedsFourDigits] : []),
  ].join('. ')
  return (
    <TextInput
      {...rest}
      id={id}
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      dir="ltr"
      value={entry.text}
      onChange={(event) => enter(event.currentTarget.value)}
      onBlur={(event) => {
        const text = isTidied && entry.date ? reading.show(entry.date, order) : entry.text
        setEntry({ ...entry, text, isLeft: true })
        onBlur?.(event)
      }}
      error={isWrong && (error || entry.isLeft) ? ownProblem : error}
      description={describe ? <span role="status">{date && describe(date)}</span> : description}
      rightSection={
        pick && (
          <Popover
            opened={isOpen}
            onChange={setOpen}
            position="bottom-end"
            shadow="md"
            trapFocus
            returnFocus
            withinPortal={!isNested}
          >
            <Popover.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.openCalendar}
                aria-describedby={`${id}-label`}
                onClick={() => setOpen(!isOpen)}
              >
                <IconCalendar size={18} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown aria-label={texts.calendar}>
              <Suspense fallback={<Spinner />}>
                <Calendar
                  date={date?.slice(0, 10)}
                  min={min}
                  max={max}
                  firstLevel={startsWithDecades ? 'decade' : 'month'}
                  onPick={(picked) => {
                    enter(reading.show(pick(picked, date), order))
                    setOpen(false)
                  }}
                />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
        )
      }
    />
  )
}
