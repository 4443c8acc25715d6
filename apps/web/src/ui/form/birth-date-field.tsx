import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { isPossibleDateOfBirth, readTypedDate, typedDateOf } from '@zelab/contract'
import { EARLIEST_DATE_OF_BIRTH } from '@zelab/contract/limits'
import { VALIDATION } from '@zelab/contract/messages'
import type { FocusEventHandler, Ref } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useBrand } from '../../lib/brand.ts'
import { bornInWords, localToday } from '../../lib/format.ts'
import { Spinner } from '../feedback/spinner.tsx'
import * as texts from '../texts.ts'

const BirthCalendar = lazy(() => import('./birth-calendar.tsx'))

interface BirthDateFieldProps {
  label: string
  /** YYYY-MM-DD, or the typed text while it is not a date; initially empty. */
  value: string
  onChange: (date: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  error?: string | undefined
  required?: boolean
  name?: string
  ref?: Ref<HTMLInputElement>
}

const PLACEHOLDERS = { dmy: 'DD/MM/YYYY', mdy: 'MM/DD/YYYY', ymd: 'YYYY-MM-DD' } as const

/** Typed text is not reformatted; an invalid date gets a message on blur. */
export function BirthDateField({ label, value, onChange, onBlur, error, ref, ...rest }: BirthDateFieldProps) {
  const order = useBrand((state) => state.dateOrder)
  const shown = (date: string) =>
    isPossibleDateOfBirth(date, localToday()) ? typedDateOf(date, order) : date
  const [entry, setEntry] = useState({ text: shown(value), value, isLeft: false })
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [followed, setFollowed] = useState(value)
  if (value !== followed) {
    setFollowed(value)
    // The form changed the value, so the typed text is outdated.
    if (value !== entry.value) setEntry({ text: shown(value), value, isLeft: false })
  }

  const enter = (text: string) => {
    const date = readTypedDate(text, order) ?? text
    setEntry({ text, value: date, isLeft: false })
    onChange(date)
  }
  const assignRef = (element: HTMLInputElement | null) => {
    input.current = element
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  const isPossible = isPossibleDateOfBirth(entry.value, localToday())
  const own = entry.isLeft && entry.text.trim() !== '' && !isPossible ? VALIDATION.dateOfBirth : undefined
  return (
    <TextInput
      {...rest}
      ref={assignRef}
      label={label}
      placeholder={PLACEHOLDERS[order]}
      autoComplete="off"
      dir="ltr"
      value={entry.text}
      onChange={(event) => enter(event.currentTarget.value)}
      onBlur={(event) => {
        setEntry((before) => ({ ...before, isLeft: true }))
        onBlur?.(event)
      }}
      error={error ?? own}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={<span role="status">{isPossible ? bornInWords(entry.value) : null}</span>}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.chooseDate}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={texts.calendar}>
            <Suspense fallback={<Spinner />}>
              <BirthCalendar
                date={isPossible ? entry.value : undefined}
                min={EARLIEST_DATE_OF_BIRTH}
                max={localToday()}
                onPick={(date) => {
                  enter(typedDateOf(date, order))
                  setOpen(false)
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
