import { isPossibleDateOfBirth, plainDate, withLatinDigits, withoutInvisible } from '@zelab/contract'

/** What the patient typed into the three fields. */
export interface TypedBirthDate {
  day: string
  month: string
  year: string
}

export type BirthDateProblem = 'incomplete' | 'year' | 'impossible' | 'implausible'

const digitsIn = (typed: string) => withLatinDigits(withoutInvisible(typed)).trim()

/**
 * Parses the fields to YYYY-MM-DD. A date with a problem is no try: two digits of a year could be two years, and a date
 * that does not exist is a slip of the finger.
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
