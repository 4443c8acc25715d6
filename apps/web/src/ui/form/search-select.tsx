import { Select, type ComboboxItem, type SelectProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import * as texts from './texts.ts'
import { onlyMatch, useEnter, useRefusedSubmit, type Choice, type ServerSearch } from './typed-choice.ts'

interface SearchSelectProps extends Omit<
  SelectProps,
  'data' | 'searchValue' | 'onSearchChange' | 'filter' | 'onInput' | 'onClick' | 'wrapperProps'
> {
  data: readonly Choice[]
  search?: ServerSearch | undefined
  /** The chosen entry, which a search may not find. */
  chosen?: Choice | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/**
 * A list to choose from by typing. Enter chooses the highlighted match of the typed text. Leaving the field chooses only
 * when one entry matches; with a search by the server, only an exact one. Other text stays, nothing is chosen, and the
 * form is not saved. Text that is erased or taken back leaves the choice as it was.
 */
export function SearchSelect({
  data,
  search,
  chosen,
  value,
  error,
  onDropdownOpen,
  onDropdownClose,
  onChange,
  onBlur,
  ref,
  ...props
}: SearchSelectProps) {
  /** Typed text that has chosen nothing yet. A change of the value from outside does not replace it. */
  const [draft, setDraft] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isUnmatched, setIsUnmatched] = useState(false)
  const isMoved = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const inputRef = useMergedRef(input, ref)
  const options = chosen && !data.some((one) => one.value === chosen.value) ? [chosen, ...data] : data
  const label = options.find((one) => one.value === value)?.label ?? ''
  const typed = draft?.trim() ?? ''
  const isTyped = typed !== '' && typed !== label
  const isErased = draft !== null && typed === '' && label !== ''

  const type = (text: string | null) => {
    isMoved.current = false
    setIsUnmatched(false)
    setDraft(text)
    search?.onType(text ?? '')
  }
  const choose = (next: string | null) => {
    type(null)
    setIsOpen(false)
    onChange?.(next, data.find((one) => one.value === next) ?? null)
  }
  // A field with the focus may get an entry, such as a proposal: typing then replaces it.
  const selectText = useEffectEvent(() => {
    if (draft === null && document.activeElement === input.current) input.current?.select()
  })
  useLayoutEffect(() => selectText(), [label])
  const enter = useEnter(search, data, choose)
  useRefusedSubmit(input, isTyped || isErased, () => (isErased ? type(null) : setIsUnmatched(true)))

  const leave = () => {
    if (!isTyped) return type(null)
    if (enter.isWaiting()) return
    const match = onlyMatch(data, typed, search)
    if (match) return choose(match.value)
    setIsUnmatched(true)
    onChange?.(null, null)
  }
  /** Without typed text or an arrow key before it, Enter would take an entry that is not the chosen one. */
  const guardEnter = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isMoved.current = true
    if (event.key !== 'Enter' || event.target !== input.current || isTyped || isMoved.current) return
    // A shortcut of the form takes nothing of a closed list.
    if ((event.ctrlKey || event.metaKey) && !isOpen) return
    event.stopPropagation()
    if (!isOpen) return
    event.preventDefault()
    setIsOpen(false)
  }
  return (
    <Select
      {...props}
      ref={inputRef}
      data={options as ComboboxItem[]}
      value={value ?? null}
      error={isUnmatched ? texts.chooseFromList : error}
      searchValue={draft ?? label}
      {...(search && {
        filter: ({ options: found }) =>
          (found as ComboboxItem[]).filter(
            (option) => search.isCurrent && data.some((one) => one.value === option.value),
          ),
      })}
      selectFirstOptionOnChange={isTyped}
      onInput={({ currentTarget }) => {
        const isTakenBack = currentTarget.value === label
        type(isTakenBack ? null : currentTarget.value)
        if (isTakenBack) setIsOpen(false)
      }}
      onClick={({ currentTarget }) => {
        if (draft === null) currentTarget.select()
      }}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      onKeyDown={enter.onKeyDown}
      wrapperProps={{ onKeyDownCapture: guardEnter }}
      onChange={choose}
      onOptionSubmit={(next) => {
        // Mantine reports no change when the chosen entry is chosen again.
        if (next !== value) return
        type(null)
        setIsOpen(false)
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => {
        setIsOpen(true)
        onDropdownOpen?.()
      }}
      onDropdownClose={() => {
        setIsOpen(false)
        onDropdownClose?.()
      }}
    />
  )
}
