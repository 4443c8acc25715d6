import { MultiSelect, type ComboboxItem, type MultiSelectProps } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import * as texts from './texts.ts'
import {
  NO_OPTIONS,
  onlyMatch,
  SAME_OPTIONS,
  useEnter,
  useRefusedSubmit,
  type Choice,
  type ServerSearch,
} from './typed-choice.ts'

interface SearchMultiSelectProps extends Omit<
  MultiSelectProps,
  'data' | 'searchValue' | 'onSearchChange' | 'filter' | 'value' | 'onChange' | 'onBlur'
> {
  data: readonly Choice[]
  value: string[]
  onChange: (values: string[]) => void
  onBlur?: () => void
  search?: ServerSearch | undefined
}

const isShown = (element: Element) =>
  element instanceof HTMLElement && element.tabIndex >= 0 && element.offsetParent !== null

/** Skips buttons, because a repeated Enter would press them, and the other radios of a group. */
const SKIPPED = ':disabled, fieldset, button:not([type="submit"]), [type="radio"]:not(:checked)'

const focusNext = (field: HTMLInputElement) => {
  const fields = Array.from(field.form?.elements ?? []).filter((one) => isShown(one) && !one.matches(SKIPPED))
  const next = fields[fields.indexOf(field) + 1]
  if (next instanceof HTMLElement) next.focus()
}

/**
 * Several choices by typing. Enter adds the highlighted match of the typed text, leaving the field the only one; other text
 * stays, is marked, and keeps the form from being saved. Enter in the empty field goes on to the next one.
 */
export function SearchMultiSelect({
  data,
  value,
  onChange,
  onBlur,
  search,
  error,
  ...props
}: SearchMultiSelectProps) {
  const [local, setLocal] = useState('')
  const [isUnmatched, setIsUnmatched] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const isMoved = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const text = search?.typed ?? local
  const setText = search?.onType ?? setLocal
  const free = data.filter((one) => !value.includes(one.value))
  const change = (values: string[]) => {
    isMoved.current = false
    // The rest of the list would cover the fields below.
    if (text !== '') setIsOpen(false)
    onChange(values)
  }
  const type = (typed: string) => {
    setIsUnmatched(false)
    setText(typed)
  }
  const add = (added: string) => {
    type('')
    change([...value, added])
  }
  const enter = useEnter(search, free, add)
  useRefusedSubmit(input, text.trim() !== '', () => setIsUnmatched(true))

  const leave = () => {
    if (text.trim() !== '' && !enter.isWaiting()) {
      const match = onlyMatch(free, text.trim(), search)
      if (match) add(match.value)
      else setIsUnmatched(true)
    }
    isMoved.current = false
    onBlur?.()
  }
  const skipEmpty = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isMoved.current = true
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || text !== '' || isMoved.current) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    event.stopPropagation()
    focusNext(event.target)
  }
  return (
    <MultiSelect
      {...props}
      ref={input}
      data={data as ComboboxItem[]}
      value={value}
      onChange={change}
      error={isUnmatched ? texts.chooseFromList : error}
      searchable
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      hidePickedOptions
      selectFirstOptionOnChange={text !== ''}
      searchValue={text}
      // Mantine's `onSearchChange` also empties the field when it, or the window, is left.
      onInput={({ currentTarget }) => {
        isMoved.current = false
        type(currentTarget.value)
      }}
      onOptionSubmit={() => type('')}
      {...(search && { filter: search.isCurrent ? SAME_OPTIONS : NO_OPTIONS })}
      onKeyDown={enter.onKeyDown}
      onBlur={leave}
      wrapperProps={{ onKeyDownCapture: skipEmpty }}
    />
  )
}
