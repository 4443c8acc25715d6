/** Letters of the Arabic script, its digits, and forms of letters for which some fonts have separate characters. */
const ARABIC = /[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]/
/** Marks of direction, and the stroke that stretches words. */
const INVISIBLE = /[\u061c\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g
const ARABIC_ZERO = 0x0660
const PERSIAN_ZERO = 0x06f0

const plainDigit = (digit: string) => {
  const code = digit.charCodeAt(0)
  return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO))
}

/** Text with plain letters and digits, such as 12 for ١٢; text without Arabic script stays as it is. */
export const plainText = (text: string): string =>
  ARABIC.test(text)
    ? text
        .normalize('NFKC')
        .replace(INVISIBLE, '')
        .replace(/[٠-٩۰-۹]/g, plainDigit)
        // The separator of dates, and the slash of fractions.
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
/** \b knows Latin letters only. */
const [BEGIN, END] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']
const anywhere = (label: string) => new RegExp(`${BEGIN}${label}${END}${SIGN}`, 'gu')

/** Unlike for others, a name follows a sign: the label of a name is also the heading of a table. */
const NAME = new RegExp(`^${LABELS.name}\\s*[:=]\\s*`, 'u')
/** A label ends the name before it. */
const NEXT_FIELD = new RegExp(
  `[,،;|(]?\\s*${BEGIN}(?:تاريخ|رقم|الهاتف|الجوال|العمر|الجنس|الجنسية|النوع|الطبيب|المختبر|العنوان|العينة)${END}.*$`,
  'u',
)
/**
 * Some programs write a line from left to right although it is read from right to left. Its labels then follow their
 * values, and the next value is another label's.
 */
const READS_LOGICALLY = new RegExp(`^(?:${Object.values(LABELS).join('|')})${END}`, 'u')

const isLogical = (segment: string) => READS_LOGICALLY.test(segment)
const valuesAfter = (label: RegExp) => (segment: string) =>
  isLogical(segment)
    ? [...segment.matchAll(label)].map((match) => segment.slice(match.index + match[0].length))
    : []

/** The text after Arabic labels in the same segment: the next segment may be at the wrong side. */
export const afterArabicLabel = {
  birth: valuesAfter(anywhere(LABELS.birth)),
  emrId: valuesAfter(anywhere(LABELS.emrId)),
  phone: valuesAfter(anywhere(LABELS.phone)),
  name(segment: string): string | undefined {
    const label = NAME.exec(segment)
    return label ? segment.slice(label[0].length).replace(NEXT_FIELD, '') : undefined
  },
}
