import { countOf } from './count-of.ts'
import { ageInYears, localToday } from './format.ts'

const partsOf = (plainDate: string) =>
  plainDate.slice(0, 10).split('-').map(Number) as [number, number, number]

/** An age in words: "36 years", before the second birthday "7 months", in the first month "12 days". */
export const ageText = (dateOfBirth: string, today: string = localToday()): string => {
  const years = ageInYears(dateOfBirth, today)
  if (years >= 2) return countOf(years, 'year')
  const [bornYear, bornMonth, bornDay] = partsOf(dateOfBirth)
  const [year, month, day] = partsOf(today)
  const months = (year - bornYear) * 12 + month - bornMonth - (day < bornDay ? 1 : 0)
  if (months >= 1) return countOf(months, 'month')
  const days = Math.round(
    (Date.UTC(year, month - 1, day) - Date.UTC(bornYear, bornMonth - 1, bornDay)) / 86_400_000,
  )
  return countOf(Math.max(0, days), 'day')
}
