import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeUser, setUser } from '../../lib/session-store.ts'
import { expectRefused, fieldOf, mountFormForEachTest, press } from '../../testing/form-page.tsx'
import { LatestCall, ReportCallDialog } from './report-call.tsx'
import * as texts from './texts.ts'

const ABOUT = {
  report: { id: 12, title: 'Lipid profile', version: 2 },
  patient: { id: 1, fullName: 'Mona Darwish', phone: '+971501112233' },
  call: {
    ...({ outcome: 'wrong-number', note: null } as const),
    calledAt: '2026-11-20T12:20:00.000Z',
    by: { fullName: 'Hind Saleh' },
  },
}

const signIn = (role: 'Doctor' | 'Receptionist') =>
  setUser({
    id: 5,
    fullName: 'Rana Khalil',
    email: 'rana@zelab.test',
    phone: '+971501112233',
    avatar: null,
    userType: { id: 2, name: role },
    lab: { id: 7, name: 'Harbour Lab' },
    createdAt: '2026-01-01T08:00:00.000Z',
  })
beforeEach(() => signIn('Doctor'))
afterEach(removeUser)

const PATIENT = { ...ABOUT.patient, gender: 'FEMALE', dateOfBirth: '1990-05-01' }
const { sent } = mountFormForEachTest(
  '/user/deliveries',
  () => (
    <>
      <LatestCall of={ABOUT} />
      <ReportCallDialog about={ABOUT} onClose={() => undefined} />
    </>
  ),
  { '/patient/getById': PATIENT },
)

it('names the patient with birth date and System ID [CRIT-91]', () => {
  const head = document.querySelector('[role=dialog] [role=group][aria-label=Patient]')
  expect(head?.textContent).toContain(ABOUT.patient.fullName)
  expect(head?.textContent).toContain('May 1, 1990')
  expect(head?.textContent).toContain(`ZL-${ABOUT.patient.id}`)
})

it('says when, by whom and what came of the call, and leads to the wrong number [DELIV-64]', () => {
  expect(document.body.textContent).toMatch(/Called .*20.* by Hind Saleh: wrong number/)
  const link = [...document.querySelectorAll('a')].find((one) => one.textContent === texts.correctNumber)
  expect(link?.getAttribute('href')).toBe('/user/patients/edit/1')
})

it('needs a note for another outcome, and names the version that was shown [DELIV-64]', async () => {
  await press(texts.CALL_OUTCOMES.other)
  expect(fieldOf(texts.callNote).required).toBe(true)
  const form = document.querySelector('form')
  await press(texts.recordCall, form)
  expectRefused([[texts.callNote, '', 'Please describe what came of the call']])
  await press(texts.CALL_OUTCOMES['no-answer'])
  expect(fieldOf(texts.callNote).required).toBe(false)
  await press(texts.recordCall, form)
  expect(sent).toEqual([
    expect.objectContaining({
      address: expect.stringContaining('/delivery/recordCall/12'),
      body: { outcome: 'no-answer', calledAt: expect.any(String), version: 2 },
    }),
  ])
})
