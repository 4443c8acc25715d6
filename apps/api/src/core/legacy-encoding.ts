import iconv from 'iconv-lite'

/** Single-byte encodings by display name. The first one wins a tie. */
const LABELS = {
  'Windows-1252': 'win1252',
  'Windows-1256': 'win1256',
  'ISO-8859-6': 'iso88596',
  Macintosh: 'macroman',
  CP850: 'cp850',
  CP437: 'cp437',
  CP720: 'cp720',
  CP864: 'cp864',
} as const
export type LegacyEncoding = keyof typeof LABELS

export const isLegacyEncoding = (name: string): name is LegacyEncoding => Object.hasOwn(LABELS, name)

/** Presentation forms, which some code pages have for the ends of words, become plain letters. */
export const decodeLegacy = (bytes: Buffer, encoding: LegacyEncoding): string =>
  iconv.decode(bytes, LABELS[encoding]).replace(/[\ufe70-\ufefc]+/g, (forms) => forms.normalize('NFKC'))

const LETTERS = [...'éèüöäáíóñçêãúôâàïëåøõæîûùòìßœýÉÖÜÄÁÇÓÍÅØÑÈÚÊ', ...'المينورهعبدحسفقكتةىجشصخأطغءزذضثظؤئإآ']
const RANKS = new Map(LETTERS.map((letter, rank) => [letter, (rank % 44) / 44]))
const IMPLAUSIBLE = 3
/** The rarest code page, whose letters are mostly those of ISO-8859-6. */
const CP864_RARITY = 1
const ODD = 2

const LETTER_OR_MARK = /^(?:[\p{L}\p{M}'’ʼ]|\u0640)+$/u
const isMixed = (word: string) => /\p{sc=Arab}/u.test(word) && /\p{sc=Latn}/u.test(word)
/** "ZoŽ", "JOSê": unusual changes of case within a word. */
const CHANGES_CASE = /\p{Ll}(?=[^ -~])\p{Lu}|\p{Lu}{2}(?=[^ -~])\p{Ll}/u

const mistakesOf = (word: string): number => {
  if (!LETTER_OR_MARK.test(word) || isMixed(word)) return IMPLAUSIBLE
  if (/\p{sc=Latn}/u.test(word))
    return (/^[^ -~]{2,}$/u.test(word) ? ODD : 0) + (CHANGES_CASE.test(word) ? ODD : 0)
  if (!/\p{sc=Arab}/u.test(word)) return IMPLAUSIBLE
  return /\p{M}/u.test(word) ? 1 : 0
}

const rarityOf = (word: string) =>
  [...word].reduce((sum, letter) => sum + (letter > '\u007f' ? (RANKS.get(letter) ?? 1) : 0), 0) / word.length

/** The result is uncertain when another encoding yields different words without more mistakes. */
export const detectLegacyEncoding = (
  words: Iterable<Buffer>,
  candidates: readonly LegacyEncoding[],
): { encoding: LegacyEncoding; isCertain: boolean } => {
  const samples = [...words]
  const found = candidates
    .map((encoding) => {
      const decoded = samples.map((word) => decodeLegacy(word, encoding))
      const mistakes = decoded.reduce((sum, word) => sum + mistakesOf(word), 0)
      const rarity = decoded.reduce((sum, word) => sum + rarityOf(word), 0)
      const handicap = encoding === 'CP864' ? CP864_RARITY * samples.length : 0
      return {
        encoding,
        mistakes: mistakes + handicap,
        cost: mistakes + handicap + rarity,
        text: decoded.join(' '),
      }
    })
    .toSorted((one, other) => one.cost - other.cost)
  const [best] = found
  const isCertain = found.every(
    ({ text, mistakes }) => text === best?.text || mistakes > (best?.mistakes ?? 0),
  )
  return { encoding: best?.encoding ?? 'Windows-1252', isCertain }
}

/** In ASCII, only the question mark hints at a wrong encoding, because it replaces lost letters. */
const NAME_CHARACTERS = /^[ ->@-~\p{L}\p{M}\p{N}\s’‘ʼ´“”·،\u2010-\u2015\u0640\u200c\u200d]*$/u
/** Covers McÉvoy and DiÁngelo. */
const PREFIXES = /\b(?:Mc|Mac|De|Di|Du|La|Le|Fitz|Van)(?=\p{Lu})/gu

/** Detects names in a wrong encoding, such as "ZoŽ MŸller", "JosÃ©" or "ساêة". */
export const isSuspiciousName = (name: string): boolean =>
  !NAME_CHARACTERS.test(name) ||
  name
    .replace(PREFIXES, '')
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => isMixed(word) || /\p{Ll}(?=[^ -~])\p{Lu}/u.test(word))
