const DOT = '•'
/** Longer graphemes are stacks of combining marks. */
const LONGEST_GRAPHEME = 8

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const firstGrapheme = (text: string): string => {
  const [first] = graphemes.segment(text.normalize('NFC'))
  const { segment = '' } = first ?? {}
  return segment.length > LONGEST_GRAPHEME ? String.fromCodePoint(segment.codePointAt(0) ?? 0) : segment
}

/** Most Arabic surnames begin with it, so it distinguishes nothing: العلي, Al-Ali. */
const ARTICLE = /^(?:[اٱ]\p{M}*ل\p{M}*ـ?(?=\p{L}\p{M}*\p{L})|[ae]l[-‑–'’](?=\p{L}))/iu

/** Initials of the first and last name, without their lengths: `A•• M••`. */
export const maskedName = (fullName: string): string => {
  const names = fullName.trim().split(/\s+/u)
  const shown = names.length > 1 ? [names[0], names.at(-1)] : names
  return shown.map((name = '') => firstGrapheme(name.replace(ARTICLE, '')) + DOT.repeat(2)).join(' ')
}

/** `m•••@e••••.com` */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ending = domain.slice(domain.lastIndexOf('.'))
  return `${firstGrapheme(email.slice(0, at))}${DOT.repeat(3)}@${firstGrapheme(domain)}${DOT.repeat(4)}${ending}`
}

/** `+•••67`, without the country. */
const maskedPhone = (phone: string): string => `+${DOT.repeat(3)}${phone.slice(-2)}`

export const maskedContact = ({ channel, contact }: { channel: 'email' | 'sms'; contact: string }): string =>
  channel === 'email' ? maskedEmail(contact) : maskedPhone(contact)
