import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeUser, setUser } from '../../lib/session-store.ts'
import { fieldOf, fill, mountFormForEachTest, press } from '../../testing/form-page.tsx'
import { contactsOf } from './call-contacts.ts'
import { CallDialog } from './call-dialog.tsx'

const DOCTOR = { name: 'Dr. Sara Nasser', role: 'Doctor', phone: '+971501112233' }
const call = (person: string, phone: string, outcome: 'not-reached' | 'wrong-number') => ({
  ...{ person, phone, outcome },
  role: 'Nurse',
})
const CALLS = [
  call('Ward 3', 'ext. 4412', 'not-reached'),
  call('Ward 3', 'ext. 4413', 'wrong-number'),
  call('Ward 4', 'ext. 4500', 'not-reached'),
]

beforeEach(() =>
  setUser({
    id: 5,
    fullName: 'Rana Khalil',
    email: 'rana@zelab.test',
    phone: '+971501112233',
    avatar: null,
    userType: { id: 3, name: 'Technician' },
    lab: { id: 7, name: 'Harbour Lab' },
    createdAt: '2026-01-01T08:00:00.000Z',
  }),
)
afterEach(removeUser)

const server = mountFormForEachTest('/user/reports', () => (
  <CallDialog
    patient={{ id: 53, fullName: 'Sofia Menon', gender: 'FEMALE', dateOfBirth: '1949-02-18' }}
    subject={{ reportId: 12, version: 1, sha256: '' }}
    number="#12"
    isOpen
    contacts={contactsOf(DOCTOR, CALLS)}
    onClose={() => undefined}
  />
))

it('proposes the person and number called last, and offers the others but a wrong number [CRIT-79]', async () => {
  expect([fieldOf('Person called').value, fieldOf('Number').value]).toEqual(['Ward 4', 'ext. 4500'])
  const offered = [...document.querySelectorAll('[aria-label="Choose whom you called"] button')]
  expect(offered.map((button) => button.querySelector('bdi')?.textContent)).toEqual([
    'Ward 4',
    'Ward 3',
    'Dr. Sara Nasser',
  ])
  await press(offered[2]?.textContent ?? '')
  expect([fieldOf('Person called').value, fieldOf('Role').value, fieldOf('Number').value]).toEqual([
    'Dr. Sara Nasser',
    'Doctor',
    '+971 50 111 2233',
  ])
})

it('marks what was read out as required unless nobody was reached [CRIT-80]', async () => {
  const isRequired = () => fieldOf('What was read out').required
  expect(isRequired()).toBe(true)
  await press('Voicemail')
  expect(isRequired()).toBe(false)
  await press('Read back')
  expect(isRequired()).toBe(true)
})

it('opens with the focus on the outcome, below the patient [CRIT-81] [CRIT-91]', () => {
  const radio = document.activeElement as HTMLInputElement
  expect([radio.type, radio.value]).toEqual(['radio', 'read-back'])
  const head = document.querySelector('[role=group][aria-label=Patient]')
  expect(head?.textContent).toContain('Sofia Menon')
  expect(head?.textContent).toContain('February 18, 1949')
  expect(head?.textContent).toContain('ZL-53')
})

it('asks with which two identifiers a result was read back [CRIT-92]', async () => {
  const ticks = () => [...document.querySelectorAll<HTMLInputElement>('form [type=checkbox]')]
  expect(ticks().map(({ value }) => value)).toEqual([
    'Sofia Menon and February 18, 1949',
    'Sofia Menon and ZL-53',
  ])
  await press('Read back')
  await fill('What was read out', 'Potassium 6.9')
  await press('Record Call')
  expect(document.body.textContent).toContain('Please tick which identifiers were read back')
  expect(server.sent).toEqual([])
  await press('Sofia Menon and ZL-53')
  await press('Sofia Menon and February 18, 1949')
  await press('Record Call')
  expect(server.sent).toMatchObject([
    { body: { identifiers: 'Sofia Menon and February 18, 1949', phone: 'ext. 4500' } },
  ])
})
