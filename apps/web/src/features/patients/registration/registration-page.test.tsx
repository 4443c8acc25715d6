import { VALIDATION } from '@zelab/contract/messages'
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localToday } from '../../../lib/format.ts'
import { removeUser, setUser } from '../../../lib/session-store.ts'
import {
  expectRefused,
  fieldOf,
  fill,
  messageUnder,
  mountFormForEachTest,
  press,
  shownToasts,
} from '../../../testing/form-page.tsx'
import { RegistrationPage } from './registration-page.tsx'

const DAY_MS = 86_400_000

beforeEach(() =>
  setUser({
    id: 5,
    fullName: 'Rana Khalil',
    email: 'rana@zelab.test',
    phone: '+971501112233',
    avatar: null,
    userType: { id: 4, name: 'Receptionist' },
    lab: { id: 7, name: 'Harbour Lab' },
    createdAt: '2026-01-01T08:00:00.000Z',
  }),
)
afterEach(removeUser)

const { sent, refuseWith } = mountFormForEachTest('/user/patients/add', () => (
  <RegistrationPage renderSending={() => null} renderVisit={() => null} />
))

/** Requests of the duplicate search, which runs while the form is filled in. */
const isNoSearch = ({ address }: { address: string }) => !address.endsWith('/patient/findDuplicates')

const enter = async (entries: readonly (readonly [label: string, text: string, ...rest: string[]])[]) => {
  for (const [label, text] of entries) await fill(label, text)
  await press('Register Patient')
}

const TOO_SHORT = [
  ['Full Name', 'Al', VALIDATION.nameTooShort],
  ['EMR ID', 'AB', VALIDATION.emrIdTooShort],
  ['Email', 'nadia@', VALIDATION.email],
  ['Phone Number', '12', VALIDATION.phone],
  ['Street Address', '7A', VALIDATION.addressTooShort],
  ['City', 'Al', VALIDATION.cityTooShort],
  ['Date of Birth', '1899-12-31', VALIDATION.dateOfBirth],
] as const
const TOO_LONG = [
  ['Full Name', 'A'.repeat(31), VALIDATION.nameTooLong],
  ['EMR ID', 'A'.repeat(31), VALIDATION.emrIdTooLong],
  ['Street Address', 'A'.repeat(51), VALIDATION.addressTooLong],
  ['City', 'A'.repeat(31), VALIDATION.cityTooLong],
  ['Date of Birth', localToday(new Date(Date.now() + DAY_MS)), VALIDATION.dateOfBirth],
] as const

it('refuses to be empty, before anything is asked of the server [VAL-PATIENT-12, VAL-PATIENT-24, VAL-PATIENT-25, VAL-MISC-01]', async () => {
  // happy-dom selects the first choice that is not disabled.
  await fill('Gender', '')
  await press('Register Patient')
  expect(document.activeElement).toBe(fieldOf('Full Name'))
  expectRefused([
    ['Full Name', '', VALIDATION.nameTooShort],
    ['Email', '', VALIDATION.required],
    ['Date of Birth', '', VALIDATION.required],
    ['Gender', '', VALIDATION.required],
  ])
  expect(messageUnder('Phone Number')).toBe(VALIDATION.phone)
  for (const label of ['EMR ID', 'Street Address', 'City']) expect(messageUnder(label)).toBe('')
  expect(sent.filter(isNoSearch)).toEqual([])
})

it('shows too short values at their fields, which keep them [VAL-PATIENT-01, VAL-PATIENT-03, VAL-PATIENT-07, VAL-PATIENT-09, VAL-PATIENT-10, VAL-PATIENT-13, VAL-PATIENT-15, VAL-PATIENT-20]', async () => {
  await enter(TOO_SHORT)
  expectRefused(TOO_SHORT)
  expect(document.activeElement).toBe(fieldOf('Full Name'))
  expect(sent.filter(isNoSearch)).toEqual([])
})

it('refuses too long values, and a birthday of tomorrow [VAL-PATIENT-02, VAL-PATIENT-04, VAL-PATIENT-14, VAL-PATIENT-16, VAL-PATIENT-22]', async () => {
  await enter(TOO_LONG)
  expectRefused(TOO_LONG)
  expect(sent.filter(isNoSearch)).toEqual([])
})

it.each(['050111223', '+1 212 555 012'])('refuses %s, which lacks a digit [SAFE-01]', async (text) => {
  await enter([['Phone Number', text]])
  expectRefused([['Phone Number', text, VALIDATION.phone]])
})

it('takes the shortest, the longest and no text after a refusal [VAL-PATIENT-05, VAL-PATIENT-06, VAL-PATIENT-17, VAL-PATIENT-18, VAL-PATIENT-19, VAL-PATIENT-21]', async () => {
  await enter(TOO_SHORT)
  const shortest = [
    ['Full Name', 'Ali'],
    ['EMR ID', 'ABC'],
    ['Phone Number', '501112233'],
    ['Street Address', '7 A'],
    ['City', 'Ain'],
    ['Date of Birth', '1900-01-01'],
  ] as const
  const longest = [
    ['Full Name', 'A'.repeat(30)],
    ['EMR ID', 'A'.repeat(30)],
    ['Street Address', 'A'.repeat(50)],
    ['City', 'A'.repeat(30)],
    ['Date of Birth', localToday()],
  ] as const
  const none = [
    ['EMR ID', ''],
    ['Street Address', ''],
    ['City', ''],
  ] as const
  for (const entries of [shortest, longest, none]) {
    await enter(entries)
    for (const [label] of TOO_SHORT)
      expect(messageUnder(label), label).toBe(label === 'Email' ? VALIDATION.email : '')
  }
  await enter([
    ['Full Name', 'A'],
    ['Email', 'nadia@mail.test'],
  ])
  expect(messageUnder('Email')).toBe('')
  expect(sent.filter(isNoSearch)).toEqual([])
})

const alertText = () => document.querySelector('[role=alert]')?.textContent ?? ''
const register = async () => {
  await enter([
    ['Full Name', 'Nadia Karim'],
    ['Phone Number', '501112233'],
    ['Email', 'nadia@mail.test'],
    ['Date of Birth', '1990-05-01'],
    ['Gender', 'FEMALE'],
  ])
  await act(() => expect.poll(alertText).not.toBe(''))
}
const isRegistration = ({ address }: { address: string }) => address.endsWith('/patient/onboarding')

it('shows a toast, and adds no patient, when the phone check fails [PATADD-26, ERR-01]', async () => {
  refuseWith(503, 'The number cannot be checked', 'checkPhone')
  await register()
  expect(shownToasts()).toEqual(['The number cannot be checked'])
  expect(alertText()).toContain('The number cannot be checked')
  expect(sent.filter(isRegistration)).toEqual([])
  expect(fieldOf('Full Name').value).toBe('Nadia Karim')
})

it('shows a toast, and keeps the form as it was, when the registration fails [PATADD-27, ERR-01]', async () => {
  refuseWith(503, 'The register is locked', '/patient/onboarding')
  await register()
  expect(sent.filter(isRegistration)).toHaveLength(1)
  expect(shownToasts()).toEqual(['The register is locked'])
  expect(alertText()).toContain('The register is locked')
  expect(fieldOf('Full Name').value).toBe('Nadia Karim')
  expect(fieldOf('Gender').value).toBe('FEMALE')
})

it('warns of a wrong check digit of the Emirates ID, and refuses another length [VISIT-22]', async () => {
  await enter([['Emirates ID', '784-1985']])
  expectRefused([['Emirates ID', '784-1985', VALIDATION.nationalId]])
  await fill('Emirates ID', '784-1980-1234567-1')
  expect(document.body.textContent).toContain('The last digit does not fit the others')
  await fill('Emirates ID', '784-1980-1234567-8')
  expect(document.body.textContent).not.toContain('The last digit does not fit the others')
})
