import { isPossibleDateOfBirth, todayIn, VALIDATION } from '@zelab/contract'
import { invalidField } from '../../../core/app-error.ts'
import type { Clock } from '../../../core/context.ts'

/** The later of the configured zone and the caller's zone (AMB-44). */
const latestToday = (timeZone: string, callersTimeZone: string | undefined, now: Date): string => {
  const here = todayIn(timeZone, now)
  try {
    const there = callersTimeZone ? todayIn(callersTimeZone, now) : here
    return there > here ? there : here
  } catch {
    return here
  }
}

/** @param callersTimeZone the IANA zone of the caller's browser, if known */
export const checkBirthday = async (
  dob: string,
  { clock, timeZone }: { clock: Clock; timeZone: () => Promise<string> },
  callersTimeZone: string | undefined,
): Promise<void> => {
  if (!isPossibleDateOfBirth(dob, latestToday(await timeZone(), callersTimeZone, clock.now())))
    throw invalidField('dob', VALIDATION.dateOfBirth)
}
