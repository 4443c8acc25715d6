import { Select, type ComboboxItem, type SelectProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useRef, useState, type Ref } from 'react'
import * as texts from '../texts.ts'
import { matches, useEnter, useRefusedSubmit, type Choice, type ServerSearch } from './typed-choice.ts'

interface SearchSelectProps extends Omit<
  SelectProps,
  'data' | 'searchValue' | 'onSearchChange' | 'filter' | 'onInput'
> {
  data: readonly Choice[]
  search?: ServerSearch | undefined
  /** The chosen entry, which a search may not find. */
  chosen?: Choice | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/**
 * A list to choose from by typing. Enter, and leaving the field, choose the first match of the typed text; with a search
 * by the server, leaving chooses only an exact one. Text without a match stays, nothing is chosen, and the form is
 * not saved.
 */
export function SearchSelect({
  data,
  search,
  chosen,
  error,
  onDropdownOpen,
  onDropdownClose,
  onChange,
  ref,
  ...props
}: SearchSelectProps) {
  const [isTyped, setIsTyped] = useState(false)
  const [local, setLocal] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [isUnmatched, setIsUnmatched] = useState(false)
  const isKept = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const inputRef = useMergedRef(input, ref)
  const text = search?.typed ?? local
  const setText = search?.onType ?? setLocal

  const choose = (value: string | null) => {
    isKept.current = false
    setIsUnmatched(false)
    setIsTyped(false)
    setIsOpen(false)
    onChange?.(value, data.find((one) => one.value === value) ?? null)
  }
  const enter = useEnter(search, data, choose)
  useRefusedSubmit(input, isUnmatched || (isTyped && text.trim() !== ''), () => setIsUnmatched(true))

  /** Mantine also calls this when the focus leaves the field and when the value changes. */
  const changeText = (next: string) => {
    const isLeaving = isTyped && document.activeElement !== input.current
    if (isKept.current && next === '') return
    if (!isLeaving || text.trim() === '') return setText(next)
    const exact = data.find(({ label, isDeliberate }) => !isDeliberate && label === text.trim())
    if (search ? exact !== undefined : data.some((one) => matches(one, text))) {
      setText(next)
      if (search && exact) choose(exact.value)
      return
    }
    isKept.current = true
    if (enter.isWaiting()) return
    setIsUnmatched(true)
    onChange?.(null, null)
  }
  return (
    <Select
      {...props}
      ref={inputRef}
      data={
        (chosen && !data.some(({ value }) => value === chosen.value)
          ? [chosen, ...data]
          : data) as ComboboxItem[]
      }
      error={isUnmatched ? texts.chooseFromList : error}
      searchValue={text}
      onSearchChange={changeText}
      {...(search && {
        filter: ({ options }) =>
          (options as ComboboxItem[]).filter(
            (option) => search.isCurrent && data.some(({ value }) => value === option.value),
          ),
      })}
      selectFirstOptionOnChange={isTyped}
      autoSelectOnBlur={isTyped && !search}
      onInput={({ currentTarget }) => {
        isKept.current = false
        setIsUnmatched(false)
        setIsTyped(currentTarget.value !== '')
      }}
      onKeyDown={enter.onKeyDown}
      onChange={choose}
      dropdownOpened={isOpen}
      onDropdownOpen={() => {
        setIsOpen(true)
        onDropdownOpen?.()
      }}
      onDropdownClose={() => {
        setIsOpen(false)
        setIsTyped(false)
        onDropdownClose?.()
      }}
    />
  )
}
