import type { TextInputProps } from '@mantine/core'
import { CheckIcon, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useState } from 'react'
import classes from './choice-field.module.css'

export interface Choice {
  value: string
  label: string
}

interface ChoiceFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'data'> {
  label: string
  choices: readonly Choice[]
  /** Null or a value that is no choice shows the placeholder. */
  value: string | null
  onChange: (value: string) => void
  /** Adds a button that takes the choice back. */
  onClear?: () => void
  onDropdownOpen?: () => void
  /** False for a field that has the first focus of its page. */
  openOnFocus?: boolean
  nothingFoundMessage: string
  /** How many choices are listed at most. */
  limit?: number
}

/** One of many choices, found by typing a part of its name. */
export function ChoiceField({
  choices,
  value,
  onChange,
  onClear,
  onDropdownOpen,
  onFocus,
  onBlur,
  onClick,
  openOnFocus = true,
  nothingFoundMessage,
  limit = Infinity,
  ...rest
}: ChoiceFieldProps) {
  const { label, size = 'md', error, disabled = false } = rest
  // Undefined while the field shows the choice itself.
  const [typed, setTyped] = useState<string>()
  const combobox = useCombobox({
    onDropdownOpen: () => {
      onDropdownOpen?.()
      combobox.updateSelectedOptionIndex('active', { scrollIntoView: true })
    },
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  const chosen = choices.find((choice) => choice.value === value)
  const words = typed?.trim().toLowerCase() ?? ''
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(words)).slice(0, limit)
  const chevron = <Combobox.Chevron size={size} error={error} />
  return (
    <Combobox
      store={combobox}
      size={size}
      shadow="md"
      onOptionSubmit={(next) => {
        setTyped(undefined)
        if (next !== value) onChange(next)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          {...rest}
          size={size}
          value={typed ?? chosen?.label ?? ''}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.resetSelectedOption()
            combobox.openDropdown()
          }}
          onFocus={(event) => {
            if (openOnFocus) combobox.openDropdown()
            onFocus?.(event)
          }}
          onBlur={(event) => {
            combobox.closeDropdown()
            setTyped(undefined)
            onBlur?.(event)
          }}
          onClick={(event) => {
            combobox.openDropdown()
            onClick?.(event)
          }}
          {...(onClear && chosen
            ? {
                rightSectionWidth: 50,
                rightSection: (
                  <div className={classes.buttons}>
                    <Combobox.ClearButton
                      onClear={() => {
                        setTyped(undefined)
                        onClear()
                      }}
                    />
                    {chevron}
                  </div>
                ),
              }
            : { rightSection: chevron, rightSectionPointerEvents: 'none' })}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={disabled}>
        <Combobox.Options aria-label={label} className={classes.options} data-size={size}>
          {found.map((choice) => (
            <Combobox.Option
              key={choice.value}
              value={choice.value}
              active={choice === chosen}
              aria-selected={choice === chosen}
              className={classes.option}
            >
              <span>{choice.label}</span>
              {choice === chosen && <CheckIcon className={classes.check} />}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{nothingFoundMessage}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
