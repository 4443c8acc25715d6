import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'

/** A list to choose from by typing. Enter, and leaving the field, choose the first match of the typed text; erased text chooses nothing. */
export function SearchSelect({ onDropdownClose, ...props }: SelectProps) {
  const [isTyped, setIsTyped] = useState(false)
  return (
    <Select
      {...props}
      selectFirstOptionOnChange={isTyped}
      autoSelectOnBlur={isTyped}
      onInput={({ currentTarget }) => setIsTyped(currentTarget.value !== '')}
      onDropdownClose={() => {
        setIsTyped(false)
        onDropdownClose?.()
      }}
    />
  )
}
