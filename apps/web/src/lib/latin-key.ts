type Key = Pick<KeyboardEvent, 'key' | 'code'>

/**
 * The key in lower case; on a non-Latin keyboard, the Latin letter at the same position. An Arabic keyboard has two
 * letters on one key (لا).
 */
export const latinKey = ({ key, code }: Key): string => {
  if (key === '؟') return '?'
  if (/^[\x20-\x7e]/.test(key)) return key.toLowerCase()
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase()
  if (/\p{Script=Latin}/u.test(key)) return key.toLowerCase()
  if (/^Digit\d$/.test(code)) return code.slice(5)
  return code === 'Slash' ? '/' : key.toLowerCase()
}
