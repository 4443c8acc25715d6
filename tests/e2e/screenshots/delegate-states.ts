import { API_BASE, type Delegate } from '@zelab/contract'
import type { Page } from '@playwright/test'
import { RECEPTIONIST, type Records, type Screen } from './screens.ts'

const MOTHER: Delegate = {
  id: 1,
  kind: 'guardian',
  fullName: 'Samira Al Mansoori-Haddad',
  relation: 'parent',
  language: 'ar',
  email: 'samira.almansoori.haddad@family-mail.example',
  phone: '+971501239876',
  documentSeen: 'Birth certificate 4471-2016, issued in Dubai',
  validFrom: '2026-01-15',
  validUntil: null,
  endsOn: '2199-05-01',
  isActive: true,
  recorded: { at: '2026-01-15T09:00:00.000Z', by: { fullName: 'Huda Receptionist' } },
  ended: null,
}
const DELEGATES: readonly Delegate[] = [
  MOTHER,
  { ...MOTHER, id: 2, kind: 'delegate', relation: 'sibling', isActive: false, validFrom: '2199-01-01' },
  {
    ...MOTHER,
    id: 3,
    isActive: false,
    ended: { at: '2026-06-01T08:00:00.000Z', reason: 'changed', by: { fullName: 'Huda Receptionist' } },
  },
]

const answer = (page: Page) =>
  page.route(`**${API_BASE}/patient/getDelegates/*`, (route) =>
    route.fulfill({ json: { success: true, message: '', data: DELEGATES } }),
  )

/** The delegates section of a patient and its dialogs. */
export const delegateStatesOf = ({ patient }: Records): Screen[] => {
  const screen = { address: `/user/patients/view/${patient}`, as: RECEPTIONIST, before: answer }
  const openDialog = (button: RegExp) => async (page: Page) => {
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').waitFor()
  }
  return [
    {
      ...screen,
      name: 'delegates',
      act: (page) => page.getByText('1 person whose access has ended').click(),
    },
    { ...screen, name: 'delegate-add', act: openDialog(/^Add Person$/) },
    { ...screen, name: 'delegate-change', act: openDialog(/^Change Samira/) },
    { ...screen, name: 'delegate-end', act: openDialog(/^End the access of Samira/) },
  ]
}
