const EMAIL = /[^\s<>"'`(),:;=]+@[^\s<>"'`(),:;=]+/g
/** A phone number as people write it, or a date; the addresses of servers have dots. */
const PHONE = /\+?\d[\d ()-]{6,}\d/g

/** A text that others worded, of an error say, without the addresses and numbers of people that it may quote. */
export const withoutPersonalData = (text: string): string =>
  text.replace(EMAIL, '[address]').replace(PHONE, '[number]')
