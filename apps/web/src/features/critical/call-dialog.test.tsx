import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeUser, setUser } from '../../lib/session-store.ts'
import { fieldOf, mountFormForEachTest, press } from '../../lib/testing/form-page.tsx'
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

mountFormForEachTest('/user/reports', () => (
  <CallDialog
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
    '+971501112233',
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

it('takes the first letter: the field has the focus with the dialog [CRIT-81]', () => {
  expect(document.activeElement).toBe(fieldOf('What was read out'))
})
