import { expect, it } from 'vitest'
import { entryForCountry, normalizedEntry, typedEntry } from './phone-entry.ts'

const typeKeys = (keys: string, before = '', country = 'ae') => {
  let entry = typedEntry(before, false, country)
  for (const key of keys) entry = typedEntry(entry.text + key, false, entry.country)
  return normalizedEntry(entry)
}

it.each([
  ['', '0501112233', '+971501112233', 'ae'],
  ['+971 ', '0501112233', '+971501112233', 'ae'],
  ['+971 ', '+971501112233', '+971501112233', 'ae'],
  ['+971 ', '00971501112233', '+971501112233', 'ae'],
  ['+971 ', '971501112233', '+971501112233', 'ae'],
  ['+971 ', '+44 20 7946 0018', '+442079460018', 'gb'],
  ['+971 ', '0044 20 7946 0018', '+442079460018', 'gb'],
  ['+971 ', '+1 212 555 0123', '+12125550123', 'us'],
  ['+971 ', '+49 30 901820', '+4930901820', 'de'],
  ['+971 ', '٠٥٠١١١٢٢٣٣', '+971501112233', 'ae'],
])('typed key by key behind "%s": %s [SAFE-01]', (before, keys, value, country) => {
  expect(typeKeys(keys, before)).toMatchObject({ value, country })
})

it('keeps an invalid number, and never submits it as one [SAFE-01]', () => {
  expect(typeKeys('+97150111223')).toMatchObject({ value: '+971 +97150111223 ' })
  expect(typeKeys('12')).toEqual({ text: '+971 12', country: 'ae', value: '+971 12 ' })
})

it('erasing stops at the dial code', () => {
  expect(typedEntry('', true, 'ae')).toEqual({ text: '+971 ', country: 'ae', value: '' })
  expect(typedEntry('+971', true, 'ae').text).toBe('+971 ')
  // Typing over the whole text starts a new code.
  expect(typedEntry('+', false, 'ae').text).toBe('+')
})

it('changes the dial code with the country and keeps the digits', () => {
  const chosen = (typed: string, country: string) => entryForCountry(typedEntry(typed, false, 'ae'), country)
  expect(chosen('+971 ', 'de')).toEqual({ text: '+49 ', country: 'de', value: '' })
  expect(chosen('', 'de').text).toBe('+49 ')
  expect(chosen('07400 123456', 'gb')).toMatchObject({ value: '+447400123456' })
  expect(chosen('+971 07400 123456', 'gb')).toMatchObject({ value: '+447400123456' })
})
