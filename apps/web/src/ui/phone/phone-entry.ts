import { dialCodeOf, isDialCodeOnly, readPhone, unreadPhone } from '@zelab/contract'
import { DEFAULT_PHONE_COUNTRY } from '@zelab/contract/limits'
import { useState } from 'react'

interface PhoneEntry {
  text: string
  country: string
  /** Form value: plus and digits, empty for a dial code alone, otherwise the invalid text. */
  value: string
}

/** The dial code cannot be erased, only changed with the country (AMB-42). */
const dialText = (country: string): string => `${dialCodeOf(country)} `

/** Parses text; an international number overrides the selected country. */
const entryOf = (text: string, country: string): PhoneEntry => {
  if (isDialCodeOnly(text, country)) return { text, country, value: '' }
  const phone = readPhone(text, country)
  return phone
    ? { text, country: phone.country ?? country, value: phone.number }
    : { text, country, value: unreadPhone(text) }
}

export const normalizedEntry = (entry: PhoneEntry): PhoneEntry => {
  if (entry.value === '') return { ...entry, text: dialText(entry.country) }
  const phone = readPhone(entry.value)
  return phone ? { ...entry, text: phone.shown } : entry
}

/** Handles typing; erasing stops at the dial code. */
export const typedEntry = (text: string, isErased: boolean, country: string): PhoneEntry => {
  const dial = dialText(country)
  return entryOf(text === '' || (isErased && dial.startsWith(text)) ? dial : text, country)
}

/** Replaces the dial code and keeps the rest of the text. */
export const entryForCountry = ({ text, country: before }: PhoneEntry, country: string): PhoneEntry => {
  const dial = dialCodeOf(before)
  const rest = text.startsWith(dial) ? text.slice(dial.length).trimStart() : text
  const isNational = rest !== text || rest === ''
  return normalizedEntry(entryOf(isNational ? `${dialText(country)}${rest}` : rest, country))
}

/** Form value of text typed in another field. */
export const phoneTyped = (text: string): string => entryOf(text, DEFAULT_PHONE_COUNTRY).value

/** Separates the typed text from the form value, and follows changes of the form. */
export const usePhoneEntry = (value: string, onChange: (phone: string) => void) => {
  const [entry, setEntry] = useState(() => normalizedEntry(entryOf(value, DEFAULT_PHONE_COUNTRY)))
  const [followed, setFollowed] = useState(value)
  if (value !== followed) {
    setFollowed(value)
    if (value !== entry.value) setEntry(normalizedEntry(entryOf(value, entry.country)))
  }
  const change = (next: PhoneEntry) => {
    setEntry(next)
    if (next.value !== value) onChange(next.value)
  }
  return {
    text: entry.text,
    country: entry.country,
    type: (text: string, isErased: boolean) => change(typedEntry(text, isErased, entry.country)),
    normalize: () => change(normalizedEntry(entry)),
    chooseCountry: (country: string) => change(entryForCountry(entry, country)),
  }
}
