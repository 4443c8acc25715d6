import { act } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { expect, it } from 'vitest'
import { enterText } from '../../testing/enter-text.ts'
import { mountForEachTest } from '../../testing/mount.tsx'
import { TimeField } from './time-field.tsx'

function Field({ onChange }: { onChange: (value: string) => void }) {
  const form = useForm({ defaultValues: { from: '21:41' } })
  onChange(useWatch({ control: form.control, name: 'from' }))
  return <TimeField form={form} name="from" aria-label="Opens" />
}
let value = ''
mountForEachTest(() => <Field onChange={(from) => (value = from)} />)

const input = () => document.querySelector<HTMLInputElement>('input[name=from]') ?? expect.fail('no field')

it('shows a time as the lists do [TAT-20]', () => {
  expect(input().value).toBe('9:41 PM')
})

it.each([
  ['7:30', '07:30', '7:30 AM'],
  ['730', '07:30', '7:30 AM'],
  ['1930', '19:30', '7:30 PM'],
  ['7:30 PM', '19:30', '7:30 PM'],
  ['730pm', '19:30', '7:30 PM'],
  ['7.30 p.m.', '19:30', '7:30 PM'],
  ['7', '07:00', '7:00 AM'],
  ['12 am', '00:00', '12:00 AM'],
  ['٧:٣٠', '07:30', '7:30 AM'],
  ['24:00', undefined, '24:00'],
  ['7:60', undefined, '7:60'],
  ['13 pm', undefined, '13 pm'],
  ['noon', undefined, 'noon'],
])('reads %s [TAT-20]', (typed, read, shown) => {
  act(() => input().focus())
  enterText(input(), typed, 'insertText')
  expect(value).toBe(read ?? typed)
  act(() => input().blur())
  expect(input().value).toBe(shown)
  expect(document.body.textContent.includes('Please enter the time as 9:00 AM')).toBe(read === undefined)
})
