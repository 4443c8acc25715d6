import { VALIDATION } from '@zelab/contract/messages'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enterText } from '../../testing/enter-text.ts'
import { mountFieldForEachTest } from '../../testing/mount.tsx'
import { BirthDateField } from './birth-date-field.tsx'

const TODAY = new Date(2026, 5, 1)
const NEXT_YEAR = TODAY.getFullYear() + 1

beforeEach(() => void vi.useFakeTimers({ now: TODAY, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
const submitted = mountFieldForEachTest((props) => (
  <BirthDateField label="Date of Birth" name="dob" {...props} />
))

const input = () => document.querySelector<HTMLInputElement>('input[name=dob]') ?? expect.fail('no field')
/** The accessible description of the field. */
const described = () =>
  (input().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

const type = (text: string) => {
  act(() => input().focus())
  for (let length = 1; length <= text.length; length += 1)
    enterText(input(), text.slice(0, length), 'insertText')
}
const leave = () => act(() => input().blur())

it.each(['03041990', '3.4.1990', '3/4/1990', '3 Apr 1990', '1990-04-03', '٠٣/٠٤/١٩٩٠'])(
  '%s is repeated in words and stays as typed [SAFE-02]',
  (typed) => {
    type(typed)
    expect(described()).toBe('April 3, 1990, 36 years')
    expect(document.querySelector('[role=status]')?.textContent).toBe('April 3, 1990, 36 years')
    leave()
    expect(input().value).toBe(typed)
    expect(described()).toBe('April 3, 1990, 36 years')
    expect(input().getAttribute('aria-invalid')).not.toBe('true')
    expect(submitted.value).toBe('1990-04-03')
  },
)

it.each(['31/2/1990', '4/13/1990', `1/1/${NEXT_YEAR}`, '31/12/1899', 'yesterday'])(
  '%s is no date of birth, and stays [SAFE-02]',
  (typed) => {
    type(typed)
    expect(described(), 'no message while it is typed').toBe('')
    leave()
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(described()).toBe(VALIDATION.dateOfBirth)
    expect(input().value).toBe(typed)
    expect(document.querySelector('[role=status]')?.textContent).toBe('')
  },
)

it.each(['3/4/90', '030490', '3 Apr 90', 'Apr 3, 90', '٣/٤/٩٠'])(
  '%s is refused with the reason: the year needs four digits [SAFE-93]',
  (typed) => {
    type(typed)
    leave()
    expect(described()).toBe(`${VALIDATION.dateOfBirth}. The year needs four digits.`)
    type('3/4/1990')
    expect(described()).toBe('April 3, 1990, 36 years')
  },
)
