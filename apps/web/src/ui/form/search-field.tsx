import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { useDebouncedText } from './debounced-text.ts'
import * as texts from './texts.ts'

interface SearchFieldProps {
  /** Accessible name and placeholder. */
  label: string
  value: string
  onSearch: (text: string) => void
  /** Set when search is the main task of the page. */
  hasFirstFocus?: boolean
}

export function SearchField({ label, value, onSearch, hasFirstFocus }: SearchFieldProps) {
  const { typed, type, commit } = useDebouncedText(value, onSearch)
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    commit('')
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="text"
      inputMode="search"
      role="searchbox"
      data-initial-focus={hasFirstFocus || undefined}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape' && typed !== '') clear()
      }}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={texts.clearSearch} onClick={clear} />}
    />
  )
}
