const MINUTE_MS = 60_000
/** Interval of reminders after the target. */
const REPEAT_MINUTES = 15
/** After this time, the result is shown on screens only. */
const LAST_HOURS = 24

interface Clocked {
  at: Date
  targetMinutes: number
}

/** Time of a step: half the target, the target, then every 15 minutes. Undefined after the last. */
export const escalationAt = ({ at, targetMinutes }: Clocked, step: number): Date | undefined => {
  const minutes = step === 1 ? targetMinutes / 2 : targetMinutes + REPEAT_MINUTES * (step - 2)
  return minutes > LAST_HOURS * 60 ? undefined : new Date(at.getTime() + minutes * MINUTE_MS)
}

/** The latest due step; steps missed during an outage become one message. 0 before the first. */
export const dueStep = (flagged: Clocked, now: Date): number => {
  const minutes = Math.min((now.getTime() - flagged.at.getTime()) / MINUTE_MS, LAST_HOURS * 60)
  if (minutes < flagged.targetMinutes / 2) return 0
  if (minutes < flagged.targetMinutes) return 1
  return 2 + Math.floor((minutes - flagged.targetMinutes) / REPEAT_MINUTES)
}
