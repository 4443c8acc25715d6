import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mountFormForEachTest, press } from '../../../testing/form-page.tsx'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import * as texts from '../../../ui/form/texts.ts'
import { SendDialog } from './send-dialog.tsx'

const onClose = vi.fn<() => void>()
beforeEach(() => void onClose.mockClear())

const PATIENT = { id: 1, fullName: 'Mona Darwish', gender: 'FEMALE', dateOfBirth: '1990-03-04' } as const
const contact = {
  contact: 'mona@mail.test',
  hasConsent: true,
  isShared: false,
  refusal: null,
  refusalText: null,
}

mountFormForEachTest('/', () => <SendDialog reportId={1} patient={PATIENT} onClose={onClose} />, {
  getOptions: {
    patient: PATIENT,
    language: 'en',
    lab: { name: 'Harbour Lab', phone: null, slipPaper: 'a4' },
    texts: { en: 'Ready … Call +971501234567', ar: '…' },
    ...{ isSensitive: false, hold: null, delegates: [], email: contact, sms: contact, whatsapp: contact },
  },
})

const escape = async () => {
  const form = document.querySelector('form')
  await act(async () => {
    form?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
  return document.body.textContent.includes(texts.discardMessage)
}

it('asks before Escape discards what was chosen for a message [SPEED-36]', async () => {
  await press(LANGUAGE_NAMES.ar)
  expect([await escape(), onClose.mock.calls.length]).toEqual([true, 0])
})

it('closes a message that nobody changed [SPEED-36]', async () => {
  expect([await escape(), onClose.mock.calls.length]).toEqual([false, 1])
})

it('groups the phone number in the exact text, and leaves it plain for copying [FIND-31]', () => {
  const message = [...document.querySelectorAll('p')].find((one) => one.textContent.startsWith('Ready'))
  expect(message?.textContent).toBe('Ready … Call +971501234567')
  expect(Array.from(message?.querySelectorAll('span') ?? [], (group) => group.textContent)).toEqual([
    ...['+971', '50', '123', '4567'],
  ])
})
