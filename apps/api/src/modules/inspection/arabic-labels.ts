const ARABIC = /[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]/
/** Direction marks, and the tatweel, which stretches words. */
const INVISIBLE = /[\u061c\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g
const ARABIC_ZERO = 0x0660
const PERSIAN_ZERO = 0x06f0

const plainDigit = (digit: string) => {
  const code = digit.charCodeAt(0)
  return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO))
}

export const plainText = (text: string): string =>
  ARABIC.test(text)
    ? text
        .normalize('NFKC')
        .replace(INVISIBLE, '')
        .replace(/[٠-٩۰-۹]/g, plainDigit)
        .replace(/[\u060d\u2044]/g, '/')
    : text

const PATIENT = 'المريض[ةه]?'
const LABELS = {
  name: `(?:[اأإ]سم\\s+${PATIENT}|ال[اأإ]سم(?:\\s+الكامل)?)`,
  birth: 'تاريخ\\s+(?:الميلاد|الولادة)',
  emrId: `رقم\\s+(?:الملف(?:\\s+الطبي)?|${PATIENT})`,
  phone: '(?:رقم\\s+)?(?:الهاتف|الجوال)',
}
const SIGN = '\\s*[:=\\-–]?\\s*'
/** \b supports only Latin letters. */
const [BEGIN, END] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']
const anywhere = (label: string) => new RegExp(`${BEGIN}${label}${END}${SIGN}`, 'gu')

/** Requires a colon, because the bare label is also a table heading. */
const NAME = new RegExp(`^${LABELS.name}\\s*[:=]\\s*`, 'u')
const NEXT_FIELD = new RegExp(
  `[,،;|(]?\\s*${BEGIN}(?:تاريخ|رقم|الهاتف|الجوال|العمر|الجنس|الجنسية|النوع|الطبيب|المختبر|العنوان|العينة)${END}.*$`,
  'u',
)
/**
 * Some programs write a right-to-left line from left to right. Its labels follow their values, so the next value
 * belongs to another label.
 */
const READS_LOGICALLY = new RegExp(`^(?:${Object.values(LABELS).join('|')})${END}`, 'u')

const isLogical = (segment: string) => READS_LOGICALLY.test(segment)
const valuesAfter = (label: RegExp) => (segment: string) =>
  isLogical(segment)
    ? [...segment.matchAll(label)].map((match) => segment.slice(match.index + match[0].length))
    : []

/** Only within a segment, because the next one may be at the wrong side. */
export const afterArabicLabel = {
  birth: valuesAfter(anywhere(LABELS.birth)),
  emrId: valuesAfter(anywhere(LABELS.emrId)),
  phone: valuesAfter(anywhere(LABELS.phone)),
  name(segment: string): string | undefined {
    const label = NAME.exec(segment)
    return label ? segment.slice(label[0].length).replace(NEXT_FIELD, '') : undefined
  },
}
