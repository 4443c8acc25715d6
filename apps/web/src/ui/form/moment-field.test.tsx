import { act } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { beforeEach, expect, it } from 'vitest'
import { useBrand } from '../../lib/brand.ts'
import { localToday } from '../../lib/format.ts'
import { enterText } from '../../testing/enter-text.ts'
import { mountFieldForEachTest } from '../../testing/mount.tsx'
import { MomentField } from './moment-field.tsx'

function Field({ onChange }: { onChange: (value: string) => void }) {
  const form = useForm({ defaultValues: { at: '2026-11-20T21:41' } })
  onChange(useWatch({ control: form.control, name: 'at' }))
  return <MomentField form={form} name="at" label="Received at" />
}
let value = ''
mountFieldForEachTest(() => <Field onChange={(at) => (value = at)} />)
beforeEach(() => useBrand.setState({ dateOrder: 'dmy', timeZone: '' }))

const input = () => document.querySelector<HTMLInputElement>('input[name=at]') ?? expect.fail('no field')
const type = (text: string) => {
  act(() => input().focus())
  enterText(input(), text, 'insertText')
}
const leave = () => act(() => input().blur())

it('shows a date and time as the settings say [VISIT-82]', () => {
  expect(input().value).toBe('20/11/2026 at 9:41 PM')
  expect(value).toBe('2026-11-20T21:41')
})

it.each([
  ['3/4/2026 21:05', '2026-04-03T21:05', '03/04/2026 at 9:05 PM'],
  ['3 Apr 2026, 9.05', undefined, '3 Apr 2026, 9.05'],
  ['03042026 9 pm', '2026-04-03T21:00', '03/04/2026 at 9:00 PM'],
  ['3.4.2026 at 12:05 a.m.', '2026-04-03T00:05', '03/04/2026 at 12:05 AM'],
  ['2026-04-03T08:00', '2026-04-03T08:00', '03/04/2026 at 8:00 AM'],
  ['٠٣/٠٤/٢٠٢٦ ٩:٠٥', '2026-04-03T09:05', '03/04/2026 at 9:05 AM'],
  ['4/13/2026 9:05', undefined, '4/13/2026 9:05'],
  ['3/4/2026', undefined, '3/4/2026'],
  ['3/4/2026 13:05 pm', undefined, '3/4/2026 13:05 pm'],
  ['3/4/2026 9:60', undefined, '3/4/2026 9:60'],
])('reads %s [VISIT-82]', (typed, read, shown) => {
  type(typed)
  expect(value).toBe(read ?? typed)
  leave()
  expect(input().value).toBe(shown)
  expect(input().getAttribute('aria-invalid') === 'true').toBe(read === undefined)
  if (read === undefined)
    expect(document.body.textContent).toContain('Please enter the date as DD/MM/YYYY at 9:00 AM')
})

it('takes a time alone as one of today [VISIT-82]', () => {
  type('9:05 am')
  expect(value).toBe(`${localToday()}T09:05`)
})

it('follows the order of day and month [VISIT-82]', () => {
  act(() => useBrand.setState({ dateOrder: 'mdy' }))
  type('4/13/2026 9:05')
  leave()
  expect(input().value).toBe('04/13/2026 at 9:05 AM')
})
