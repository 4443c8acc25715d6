import type { LetterheadFields } from '@zelab/contract'
import { letterheadForm } from '@zelab/contract'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSchemaForm, type SchemaForm } from '../../ui/form/form-resolver.ts'
import { useLetterheadDraft } from './use-letterhead-draft.ts'

const STORED: LetterheadFields = {
  isUsed: false,
  accreditation: null,
  corner: 'top-right',
  marginX: 10,
  marginY: 10,
  showsSignature: false,
}
const PAUSE_MS = 500

const seen: { form?: SchemaForm<typeof letterheadForm>; drafts: LetterheadFields[] } = { drafts: [] }
let root: Root

function Form() {
  const form = useSchemaForm(letterheadForm, { defaultValues: { ...STORED, accreditation: '' } })
  const draft = useLetterheadDraft(form, STORED)
  useEffect(() => {
    seen.form = form
    seen.drafts.push(draft)
  }, [form, draft])
  return <p role="alert">{form.formState.errors.marginX?.message}</p>
}

const type = (name: 'marginX' | 'accreditation', value: string) => act(() => seen.form?.setValue(name, value))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const error = () => document.querySelector('[role=alert]')?.textContent

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  seen.drafts = []
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  act(() => root.render(<Form />))
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows the letterhead while it is not used [STAMP-40]', () => {
  expect(seen.drafts.at(-1)).toEqual({ ...STORED, isUsed: true })
})

it('waits for a pause in typing [STAMP-40]', async () => {
  await wait(PAUSE_MS)
  type('accreditation', 'EIAC 1')
  await wait(PAUSE_MS - 1)
  type('accreditation', 'EIAC 15')
  await wait(PAUSE_MS - 1)
  expect(seen.drafts.at(-1)).toMatchObject({ accreditation: null })
  await wait(1)
  expect(seen.drafts.map(({ accreditation }) => accreditation)).not.toContain('EIAC 1')
  expect(seen.drafts.at(-1)).toMatchObject({ accreditation: 'EIAC 15' })
})

it('keeps the last valid draft and shows the error of the field [STAMP-40]', async () => {
  type('marginX', '61')
  await wait(PAUSE_MS)
  expect(seen.drafts.at(-1)).toMatchObject({ marginX: 10 })
  expect(error()).toBe('Please enter a whole number of millimeters from 5 to 60')
  type('marginX', '60')
  await wait(PAUSE_MS)
  expect(seen.drafts.at(-1)).toMatchObject({ marginX: 60 })
  expect(error()).toBe('')
})
