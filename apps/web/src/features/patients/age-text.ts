import { ageInYears } from '../../lib/format.ts'

/** "36 years", "1 year", "0 years" for a baby under one. */
export const ageText = (dateOfBirth: string, today?: string): string => {
  const years = ageInYears(dateOfBirth, today)
  return `${years} ${years === 1 ? 'year' : 'years'}`
}
