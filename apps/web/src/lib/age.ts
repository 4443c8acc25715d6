import { formatPlainDate, LOCALE, localToday } from './format.ts'

/** Whole years between two plain dates; 0 for infants (AMB-44). */
export const ageInYears = (dateOfBirth: string, today: string = localToday()): number => {
  const hadBirthday = today.slice(5) >= dateOfBirth.slice(5, 10)
  return Math.max(0, Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) - (hadBirthday ? 0 : 1))
}

const withUnit = (count: number, unit: 'day' | 'month' | 'year'): string =>
  new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** "36 years"; months below one year, days below one month. */
export const ageInWords = (dateOfBirth: string, today: string = localToday()): string => {
  const years = ageInYears(dateOfBirth, today)
  if (years > 0) return withUnit(years, 'year')
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number)
  const [thisYear = 0, thisMonth = 0, thisDay = 0] = today.split('-').map(Number)
  const months = (thisYear - year) * 12 + thisMonth - month - (thisDay < day ? 1 : 0)
  if (months > 0) return withUnit(months, 'month')
  return withUnit(Math.max(0, (Date.parse(today) - Date.parse(dateOfBirth)) / 86_400_000), 'day')
}

/** "March 4, 1990, 36 years" (AMB-84). The month is a word, so that day and month cannot be confused. */
export const bornInWords = (dateOfBirth: string, today?: string): string =>
  `${formatPlainDate(dateOfBirth)}, ${ageInWords(dateOfBirth, today)}`
