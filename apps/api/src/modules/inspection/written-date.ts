const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '([a-z]{3,9})\\.?'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(\\d{4})'

const plainDate = (year: string, month: number, day: string): string[] => {
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day)
  return isReal ? [date.toISOString().slice(0, 10)] : []
}

const monthOf = (word: string) => {
  const index = MONTHS.indexOf(word.slice(0, 3).toLowerCase())
  return index + 1
}

const FORMATS: { pattern: RegExp; dates: (parts: string[]) => string[] }[] = [
  {
    pattern: /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?!\d)/,
    dates: ([year = '', month = '', day = '']) => plainDate(year, Number(month), day),
  },
  {
    pattern: /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?!\d)/,
    dates: ([one = '', other = '', year = '']) => [
      ...new Set([...plainDate(year, Number(other), one), ...plainDate(year, Number(one), other)]),
    ],
  },
  {
    pattern: new RegExp(`^${DAY}[-/. ]{1,2}(?:of )?${MONTH}[-/., ]{1,2}${YEAR}(?!\\d)`, 'i'),
    dates: ([day = '', month = '', year = '']) => plainDate(year, monthOf(month), day),
  },
  {
    pattern: new RegExp(`^${MONTH}[-/. ]{1,2}${DAY}[-/., ]{1,2}${YEAR}(?!\\d)`, 'i'),
    dates: ([month = '', day = '', year = '']) => plainDate(year, monthOf(month), day),
  },
]

export const readWrittenDate = (text: string): { written: string; dates: string[] } | undefined => {
  for (const { pattern, dates } of FORMATS) {
    const match = pattern.exec(text)
    if (!match) continue
    const possible = dates(match.slice(1))
    if (possible.length > 0) return { written: match[0], dates: possible }
  }
  return undefined
}
