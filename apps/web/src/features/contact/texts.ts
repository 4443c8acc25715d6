// The contact
export const contact = 'Contact'
export const subtitle = 'Who to turn to when something does not work'
export const support = 'Support'
export const loadingSupportContact = 'Loading support contact'
export const email = 'Email'
export const phone = 'Phone'
export const hours = 'Hours'
export const noContact = 'No support contact has been entered yet'
export const noContactHint =
  'Please ask an administrator of your laboratory. The contact is entered under Settings.'
