import { inSentence, LOCALE } from '../../lib/format.ts'

export const contact = 'Contact'
export const subtitle = 'Who to contact when something does not work'
export const support = 'Support'
export const loadingSupportContact = 'Loading support contact'
export const email = 'Email'
export const phone = 'Phone'
export const hours = 'Hours'
export const noContact = 'No support contact has been entered yet'
const anyOf = new Intl.ListFormat(LOCALE, { type: 'disjunction' })
export const noContactHint = (admins: readonly string[]) =>
  `${anyOf.format(admins.map(inSentence)) || 'An administrator'} can enter one under Settings.`
export const admins = 'Administrators'
export const adminsHint = 'For accounts, lost second factors and settings'
export const noContactYetHint = 'Enter an email address, a phone number or hours, which staff find here.'
export const enterContact = 'Enter Contact'
