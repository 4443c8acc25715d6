import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { isDialCodeOnly } from '@zelab/contract'
import type { ChangeEvent, KeyboardEvent, MouseEvent, FocusEventHandler, ReactNode, Ref } from 'react'
import { useRef } from 'react'
import { CountryPicker } from './country-picker.tsx'
import { phoneTyped, usePhoneEntry } from './phone-entry.ts'
import * as texts from './texts.ts'

export interface PhoneFieldProps {
  label: string
  /** Plus and digits, or the typed text while invalid; initially empty. */
  value: string
  onChange: (phone: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  name?: string
  /** Focus target for the form library. */
  ref?: Ref<HTMLInputElement>
}

// Same chunk: both need the formats of all countries.
export { phoneTyped }

/** Accepts any spelling; blur and Enter show the formatted number. Invalid text stays. */
export default function PhoneInput({ label, value, onChange, onBlur, ref, ...rest }: PhoneFieldProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { text, country, type, normalize, chooseCountry } = usePhoneEntry(value, onChange)
  const input = useRef<HTMLInputElement>(null)
  const assignRef = (element: HTMLInputElement | null) => {
    input.current = element
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={300}
      onOptionSubmit={(iso2) => {
        chooseCountry(iso2)
        combobox.closeDropdown()
        input.current?.focus()
      }}
    >
      <TextInput
        {...rest}
        ref={assignRef}
        label={label}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        value={text}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          const { inputType } = event.nativeEvent as Partial<InputEvent>
          type(event.currentTarget.value, inputType?.startsWith('delete') ?? false)
        }}
        onBlur={(event) => {
          normalize()
          onBlur?.(event)
        }}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && normalize()}
        onMouseUp={(event: MouseEvent<HTMLInputElement>) => keepBehindDialCode(event.currentTarget, country)}
        leftSectionWidth={74}
        leftSectionPointerEvents="all"
        leftSection={<CountryPicker store={combobox} country={country} label={texts.countryCodeFor(label)} />}
      />
    </Combobox>
  )
}

/** A click into the dial code would split it with the typed number. */
const keepBehindDialCode = (input: HTMLInputElement, country: string): void => {
  const { value, selectionStart, selectionEnd } = input
  if (selectionStart === selectionEnd && isDialCodeOnly(value, country))
    input.setSelectionRange(value.length, value.length)
}
