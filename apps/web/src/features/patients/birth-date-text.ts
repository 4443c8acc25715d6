import { ageInYears, formatPlainDate } from '../../lib/format.ts'
import * as texts from './texts.tsx'

/** The birthday with the age, which is 0 years for a baby under one. */
export const birthDateText = (dateOfBirth: string, today?: string): string =>
  texts.bornWithAge(formatPlainDate(dateOfBirth), ageInYears(dateOfBirth, today))
