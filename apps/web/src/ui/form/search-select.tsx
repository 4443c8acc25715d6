import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'

/** A list to choose from by typing. Enter and Tab choose the first match of the typed text; nothing typed chooses nothing. */
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
