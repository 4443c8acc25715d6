import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { enterText } from '../../testing/enter-text.ts'
import { mountFieldForEachTest } from '../../testing/mount.tsx'
import { normalizedEntry, typedEntry } from './phone-entry.ts'
import PhoneInput from './phone-input.tsx'

const EMIRATES = 'United Arab Emirates'
const SHOWN = '+971 50 111 2233'
/** Spellings of one number, with the formatted text and the selected country. */
const SPELLINGS: readonly (readonly [typed: string, shown: string, country: string])[] = [
  ['0501112233', SHOWN, EMIRATES],
  ['501112233', SHOWN, EMIRATES],
  ['050 111 2233', SHOWN, EMIRATES],
  ['050-111-2233', SHOWN, EMIRATES],
  ['(050) 111 22 33', SHOWN, EMIRATES],
  ['050.111.2233', SHOWN, EMIRATES],
  ['+971501112233', SHOWN, EMIRATES],
  ['+971 50 111 2233', SHOWN, EMIRATES],
  ['+971-50-111-2233', SHOWN, EMIRATES],
  ['+971 (0)50 111 2233', SHOWN, EMIRATES],
  ['00971501112233', SHOWN, EMIRATES],
  ['00971 50 111 2233', SHOWN, EMIRATES],
  ['(00971) 50 1112233', SHOWN, EMIRATES],
  ['971501112233', SHOWN, EMIRATES],
  ['٠٥٠١١١٢٢٣٣', SHOWN, EMIRATES],
  ['+٩٧١٥٠١١١٢٢٣٣', SHOWN, EMIRATES],
  ['۰۵۰۱۱۱۲۲۳۳', SHOWN, EMIRATES],
  ['\u202a+971 50 111 2233\u202c', SHOWN, EMIRATES],
  ['+44 20 7946 0018', '+44 20 7946 0018', 'United Kingdom'],
  ['0049 30 901820', '+49 30 901820', 'Germany'],
]

/** A subset, because each key renders the field; the other tests cover the rest without rendering. */
const FEW = SPELLINGS.filter(([typed]) =>
  ['0501112233', '+971 (0)50 111 2233', '٠٥٠١١١٢٢٣٣', '0049 30 901820'].includes(typed),
)

const submitted = mountFieldForEachTest((props) => <PhoneInput label="Phone Number" {...props} />)

const input = () => document.querySelector<HTMLInputElement>('input[type=tel]') ?? expect.fail('no field')
const country = () =>
  document.querySelector('button[aria-label^="Country code"]')?.getAttribute('aria-label') ?? ''

const change = (text: string, inputType?: string) => enterText(input(), text, inputType)
const clear = () => change('', 'deleteContentBackward')
const leave = () => act(() => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))

const WAYS: Readonly<Record<string, (text: string) => void>> = {
  'key by key': (text) => {
    clear()
    for (const key of text) change(input().value + key, 'insertText')
  },
  'pasted over it': (text) => change(text, 'insertFromPaste'),
  'pasted behind the dial code': (text) => {
    clear()
    change(input().value + text, 'insertFromPaste')
  },
  'filled in by the browser': (text) => change(text),
}

it.each(SPELLINGS)('%s means the same key by key [SAFE-01]', (typed, shown) => {
  let entry = typedEntry('', true, 'ae')
  for (const key of typed) entry = typedEntry(entry.text + key, false, entry.country)
  expect(normalizedEntry(entry)).toMatchObject({ text: shown, value: shown.replaceAll(' ', '') })
})

describe.each(Object.entries(WAYS))('a number %s', (way, enter) => {
  it.each(way === 'key by key' ? FEW : SPELLINGS)('%s is read [SAFE-01]', (typed, shown, selected) => {
    enter(typed)
    leave()
    expect(input().value).toBe(shown)
    expect(country()).toMatch(new RegExp(`: ${selected}$`))
    expect(submitted.value).toBe(shown.replaceAll(' ', ''))
  })

  it('belongs to the country that was selected last, when it is a national one [SAFE-01]', () => {
    enter('0049 30 901820')
    leave()
    enter('0501112233')
    leave()
    expect(input().value).toBe('+49 5011 12233')
    expect(country()).toMatch(/: Germany$/)
  })
})

it('searches the list of countries in another field', () => {
  act(() => document.querySelector<HTMLElement>('button[aria-label^="Country code"]')?.click())
  const search = document.querySelector('input[aria-label="Search countries"]') ?? expect.fail('no search')
  expect(input().id).not.toBe('')
  expect(search.id).not.toBe(input().id)
})
