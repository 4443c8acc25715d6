import { isPossibleDateOfBirth, plainDate, withLatinDigits, withoutInvisible } from '@zelab/contract'

export interface TypedBirthDate {
  day: string
  month: string
  year: string
}

export type BirthDateProblem = 'incomplete' | 'year' | 'impossible' | 'implausible'

const digitsIn = (typed: string) => withLatinDigits(withoutInvisible(typed)).trim()

/**
 * Returns YYYY-MM-DD or a problem. A problem does not count as a wrong try: a year of two digits is ambiguous, and a
 * nonexistent date is a typo.
 * @param today a plain date
 */
export const readBirthDate = (
  typed: TypedBirthDate,
  today: string,
): { date: string } | { problem: BirthDateProblem } => {
  const [day, month, year] = [typed.day, typed.month, typed.year].map(digitsIn) as [string, string, string]
  if (day === '' || month === '' || year === '') return { problem: 'incomplete' }
  if (!/^\d{4}$/.test(year)) return { problem: 'year' }
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!plainDate.safeParse(date).success) return { problem: 'impossible' }
  return isPossibleDateOfBirth(date, today) ? { date } : { problem: 'implausible' }
}
