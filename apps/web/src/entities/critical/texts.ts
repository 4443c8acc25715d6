import type { CallOutcome } from '@zelab/contract/limits'
import { pluralize } from '../../lib/format.ts'

export const critical = 'Critical result'
export const criticalHint =
  'Its clock starts at once. The patient gets no message before the call is read back.'
export const OUTCOMES: Record<CallOutcome, string> = {
  'read-back': 'Read back',
  reached: 'Reached, not read back',
  voicemail: 'Voicemail',
  'not-reached': 'Not reached',
  'wrong-number': 'Wrong number',
  declined: 'Declined to take it',
}

const HOUR = 60
const DAY = 24 * HOUR

/** Whole minutes, hours or days, as `12 min`. */
export const span = (milliseconds: number): string => {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000))
  if (minutes < 2 * HOUR) return `${minutes} min`
  return minutes < 2 * DAY
    ? pluralize(Math.floor(minutes / HOUR), 'hour')
    : pluralize(Math.floor(minutes / DAY), 'day')
}
export const timeLeft = (milliseconds: number) => `${span(milliseconds)} left`
export const late = (milliseconds: number) => `Late by ${span(milliseconds)}`
