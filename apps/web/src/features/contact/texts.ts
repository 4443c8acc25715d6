export const contact = 'Contact'
export const subtitle = 'Who to contact when something does not work'
export const support = 'Support'
export const loadingSupportContact = 'Loading support contact'
export const email = 'Email'
export const phone = 'Phone'
export const hours = 'Hours'
export const noContact = 'No support contact has been entered yet'
export const noContactHint = (admins: readonly string[]) =>
  `${admins.length > 0 ? admins.join(', ') : 'An administrator'} can enter one under Settings.`
export const admins = 'Administrators'
export const adminsHint = 'Accounts, forgotten second factors, and settings'

export const noContactYetHint = 'Enter an email address, a phone number or hours, which staff find here.'
export const enterContact = 'Enter Contact'
