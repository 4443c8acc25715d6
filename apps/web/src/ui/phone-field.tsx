import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { DEFAULT_PHONE_COUNTRY } from '@zelab/contract/limits'
import type { FocusEventHandler, ReactNode, Ref } from 'react'
import { usePhoneInput } from 'react-international-phone'
import { CountryPicker } from './country-picker.tsx'
import * as texts from './texts.ts'

interface PhoneFieldProps {
  label: string
  /** Plus and digits; empty at first. */
  value: string
  onChange: (phone: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  error?: ReactNode
  description?: ReactNode
  required?: boolean
  disabled?: boolean
  name?: string
  /** Gives the form library something to focus when the field is wrong. */
  ref?: Ref<HTMLInputElement>
}

/** A dial code alone is not a number yet (AMB-42). */
const isDialCodeOnly = (phone: string, dialCode: string): boolean => phone === `+${dialCode}`

/**
 * An international number: starts with the UAE's dial code, which cannot be erased, only changed by the list of
 * countries. Hands over the empty text as long as nothing but the dial code is there.
 */
export function PhoneField({ label, value, onChange, ref, ...rest }: PhoneFieldProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { inputValue, country, setCountry, handlePhoneValueChange, inputRef } = usePhoneInput({
    defaultCountry: DEFAULT_PHONE_COUNTRY,
    value,
    forceDialCode: true,
    onChange: ({ phone, country: { dialCode } }) => onChange(isDialCodeOnly(phone, dialCode) ? '' : phone),
  })
  const assignRef = (element: HTMLInputElement | null) => {
    inputRef.current = element
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={300}
      onOptionSubmit={(iso2) => {
        setCountry(iso2, { focusOnInput: true })
        combobox.closeDropdown()
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
        value={inputValue}
        onChange={handlePhoneValueChange}
        leftSectionWidth={62}
        leftSectionPointerEvents="all"
        leftSection={
          <CountryPicker store={combobox} country={country.iso2} label={texts.countryCodeFor(label)} />
        }
      />
    </Combobox>
  )
}
