import { REFUSAL } from '@zelab/contract/messages'
import { expect, it } from 'vitest'
import {
  expectRefused,
  fieldOf,
  fill,
  messageUnder,
  mountFormForEachTest,
  press,
  shownToasts,
} from '../../testing/form-page.tsx'
import { AddUserPage } from './add-user-page.tsx'

const SUBMIT = 'Create User'
const PASSWORD = 'Passw0rd@26'
const CLASSES =
  'Password must contain at least one uppercase letter, one lowercase letter, one number and one special character'

const { sent, refuseWith } = mountFormForEachTest('/user/users/add', () => (
  <AddUserPage renderNewLabDialog={() => null} />
))

const dialog = () => document.querySelector('[role=dialog][aria-modal=true]')
const question = () => dialog()?.textContent ?? ''
const fillAll = async () => {
  await press('Admin')
  await fill('Full Name', 'Omar Haddad')
  await fill('Phone Number', '501234567')
  await fill('Email', 'omar@zelab.test')
  await fill('Password', PASSWORD)
  await fill('Confirm Password', PASSWORD)
}

const refuse = async (label: string, text: string, message: string) => {
  await fill(label, text)
  await press(SUBMIT)
  expectRefused([[label, text, message]])
  expect(document.activeElement).toBe(fieldOf(label))
  expect(question()).toBe('')
}

it('refuses to be empty, everything at once [USERADD-35, USERADD-36, VAL-USER-21]', async () => {
  await press(SUBMIT)
  for (const message of [
    'Please select a user type',
    'Lab Selection is required for non-admin users',
    'Please enter a valid phone number',
    'Please enter a valid email address',
  ])
    expect(document.body.textContent).toContain(message)
  expectRefused([['Full Name', '', 'Name must be at least 3 characters']])
  expect(document.activeElement).toBe(fieldOf('Full Name'))
  expect(question()).toBe('')
  expect(sent).toEqual([])
})

it('refuses a name, an email and a phone number at the field, which keeps it [USERADD-27, USERADD-28, USERADD-29, USERADD-34, VAL-USER-03, VAL-USER-04, VAL-USER-05, VAL-USER-16]', async () => {
  await fillAll()
  await refuse('Full Name', 'Al', 'Name must be at least 3 characters')
  await refuse('Full Name', 'A'.repeat(31), 'Name must not exceed 30 characters')
  await fill('Full Name', 'Omar Haddad')
  await refuse('Email', 'not-an-email', 'Please enter a valid email address')
  await fill('Email', 'omar@zelab.test')
  await refuse('Phone Number', '123', 'Please enter a valid phone number')
})

it('refuses a password of another length or without one of the four classes [USERADD-30, USERADD-31, USERADD-32, VAL-USER-08, VAL-USER-09, VAL-USER-10, VAL-USER-11, VAL-USER-12, VAL-USER-13, VAL-USER-14]', async () => {
  await fillAll()
  await refuse('Password', 'Pass@26', 'Password must be at least 8 characters')
  await refuse('Password', 'Passw0rd@20261234', 'Password must not exceed 16 characters')
  for (const text of ['PASSW0RD@26', 'passw0rd@26', 'Password@@', 'Passw0rd26', 'Passw0rd@#26'])
    await refuse('Password', text, CLASSES)
})

it('refuses another confirmation [USERADD-33, VAL-USER-15]', async () => {
  await fillAll()
  await refuse('Confirm Password', `${PASSWORD}!`, "Passwords don't match")
})

it('wants a lab for everyone but the Admin [VAL-USER-22]', async () => {
  await fillAll()
  await press('Doctor')
  await press(SUBMIT)
  expect(messageUnder('Lab')).toBe('Lab Selection is required for non-admin users')
  expect(question()).toBe('')
})

it('asks for confirmation before it sends valid values [USERADD-34, VAL-USER-16]', async () => {
  await fillAll()
  await press(SUBMIT)
  expect(messageUnder('Phone Number')).toBe('')
  expect(question()).toContain('Are you sure? you want to add Omar Haddad?')
  expect(sent).toEqual([])
})

it('shows the server’s refusals and keeps the entries [USERADD-26, ERR-01]', async () => {
  refuseWith(409, REFUSAL.USER_EMAIL_TAKEN)
  await fillAll()
  await press(SUBMIT)
  await press('Add User', dialog())
  expect(sent[0]).toMatchObject({ method: 'POST', body: { name: 'Omar Haddad', userTypeId: '1' } })
  expect(shownToasts()).toEqual([REFUSAL.USER_EMAIL_TAKEN])
  expect(question()).toBe('')
  expect(fieldOf('Full Name').value).toBe('Omar Haddad')
  expect(fieldOf('Email').value).toBe('omar@zelab.test')
  expect(fieldOf('Password').value).toBe(PASSWORD)
  expect(document.querySelector<HTMLInputElement>('input[name=userTypeId]:checked')?.value).toBe('1')
})
