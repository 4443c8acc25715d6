const EMAIL = /[^\s<>"'`(),:;=]+@[^\s<>"'`(),:;=]+/g
/** A phone number as typed, or a date; server addresses have dots. */
const PHONE = /\+?\d[\d ()-]{6,}\d/g

/** Redacts email addresses and phone numbers from foreign texts such as error messages. */
export const withoutPersonalData = (text: string): string =>
  text.replace(EMAIL, '[address]').replace(PHONE, '[number]')
