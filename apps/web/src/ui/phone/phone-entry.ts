import { dialCodeOf, isDialCodeOnly, readPhone, unreadPhone } from '@zelab/contract'
import { DEFAULT_PHONE_COUNTRY } from '@zelab/contract/limits'
import { useState } from 'react'

interface PhoneEntry {
  text: string
  country: string
  /** What the form knows: plus and digits, empty for a dial code alone, or else the unread text. */
  value: string
}

/** The dial code cannot be erased, only changed by choosing another country (AMB-42). */
const dialText = (country: string): string => `${dialCodeOf(country)} `

/** What a typed text says; the country of an international number wins over the selected one. */
const entryOf = (text: string, country: string): PhoneEntry => {
  if (isDialCodeOnly(text, country)) return { text, country, value: '' }
  const phone = readPhone(text, country)
  return phone
    ? { text, country: phone.country ?? country, value: phone.number }
    : { text, country, value: unreadPhone(text) }
}

/** The same with the number written out as it was read. */
export const normalizedEntry = (entry: PhoneEntry): PhoneEntry => {
  if (entry.value === '') return { ...entry, text: dialText(entry.country) }
  const phone = readPhone(entry.value)
  return phone ? { ...entry, text: phone.shown } : entry
}

/** Typing after a correction: erasing stops at the dial code. */
export const typedEntry = (text: string, isErased: boolean, country: string): PhoneEntry => {
  const dial = dialText(country)
  return entryOf(text === '' || (isErased && dial.startsWith(text)) ? dial : text, country)
}

/** The same text for another country: a dial code in front changes, what was typed behind it stays. */
export const entryForCountry = ({ text, country: before }: PhoneEntry, country: string): PhoneEntry => {
  const dial = dialCodeOf(before)
  const rest = text.startsWith(dial) ? text.slice(dial.length).trimStart() : text
  const isNational = rest !== text || rest === ''
  return normalizedEntry(entryOf(isNational ? `${dialText(country)}${rest}` : rest, country))
}

/** What the form gets of a text that was typed elsewhere. */
export const phoneTyped = (text: string): string => entryOf(text, DEFAULT_PHONE_COUNTRY).value

/** Keeps what is typed apart from the number that the form gets; follows the form when it changes the number. */
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
