import { countDays } from '../fields/date-range.ts'
import { blankable, boundedText, dayField, idField, prepared, typedText } from '../fields/fields.ts'
import {
  CALENDAR_NAME_LENGTH,
  HOLIDAYS_MAX,
  SEASON_DAYS_MAX,
  SEASONS_MAX,
  TARGET_MINUTES,
  TARGETS_MAX,
} from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

/** Not in VALIDATION, which every page loads. */
const PROBLEMS = {
  clockTime: 'Please enter a time',
  sameTimes: 'The lab cannot open and close at the same time',
  partsOverlap: 'The second part must begin after the first one ends',
  daysOverlap: 'The next day must begin after this night ends',
  weekdays: 'Please open at least one day',
  calendarDay: 'Please enter a date',
  calendarName: `Please enter at most ${CALENDAR_NAME_LENGTH.max} characters`,
  holidays: `Please enter at most ${HOLIDAYS_MAX} holidays`,
  dayTwice: 'This day is in the list already',
  seasons: `Please enter at most ${SEASONS_MAX} seasons`,
  seasonDays: `A season has 1 to ${SEASON_DAYS_MAX} days`,
  target: 'Please enter 0:01 to 1440 hours, such as 24 h or 1:30 h',
  targets: `Please enter at most ${TARGETS_MAX} targets`,
  targetTwice: 'This report type is in the list already',
}

const MINUTES_OF_DAY = 24 * 60

const clockTime = typedText(PROBLEMS.clockTime).check(
  z.trim(),
  z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: PROBLEMS.clockTime }),
)
const endTime = typedText(PROBLEMS.clockTime).check(
  z.trim(),
  z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: PROBLEMS.clockTime }),
)

const part = z.object({ from: clockTime, to: endTime })
const atMidnight = ({ from, to }: z.output<typeof part>) => ({ from, to: to === '00:00' ? '24:00' : to })

/** Minutes since midnight of the day on which the part begins. The next day is beyond 24 hours. */
const minutesOf = ({ from, to }: { from: string; to: string }) => {
  const [begin, end] = [from, to].map((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) as [
    number,
    number,
  ]
  return [begin, end > begin ? end : end + MINUTES_OF_DAY] as const
}

/** Path of the end of the part that overlaps the next day. */
const overlapOf = ({ second, ...first }: OpeningHours, next: OpeningHours) =>
  minutesOf(second ?? first)[1] > minutesOf(next)[0] + MINUTES_OF_DAY
    ? [...(second ? ['second'] : []), 'to']
    : undefined

/**
 * Wall clock times. A part that does not end after it begins ends on the next day. Midnight as the end is `24:00`.
 */
const hoursField = z.pipe(
  z.extend(part, { second: z.optional(z.nullable(part)) }),
  z
    .transform(({ second, ...first }: z.output<typeof part> & { second?: z.output<typeof part> | null }) => ({
      ...atMidnight(first),
      ...(second && { second: atMidnight(second) }),
    }))
    .check(
      z.check(({ value, issues }) => {
        const { second } = value
        const refuse = (path: string[], message: string) =>
          issues.push({ code: 'custom', input: value, path, message })
        if (value.from === value.to) refuse(['to'], PROBLEMS.sameTimes)
        if (!second) return
        if (second.from === second.to) refuse(['second', 'to'], PROBLEMS.sameTimes)
        if (minutesOf(second)[0] < minutesOf(value)[1]) refuse(['second', 'from'], PROBLEMS.partsOverlap)
      }),
    ),
)
export interface OpeningHours {
  from: string
  to: string
  second?: { from: string; to: string }
}

const calendarDay = dayField(PROBLEMS.calendarDay)
const name = boundedText(CALENDAR_NAME_LENGTH, PROBLEMS.calendarName, PROBLEMS.calendarName)

const weekOf = <Day extends z.ZodMiniType<OpeningHours | null, unknown>>(day: Day) =>
  z.array(day).check(
    z.length(7, { error: PROBLEMS.weekdays }),
    z.refine((week) => week.some((hours) => hours !== null), { error: PROBLEMS.weekdays }),
    z.check(({ value, issues }) => {
      for (const [index, hours] of value.entries()) {
        const next = value[(index + 1) % value.length]
        const path = hours && next && overlapOf(hours, next)
        if (path)
          issues.push({
            code: 'custom',
            input: hours,
            path: [index, ...path],
            message: PROBLEMS.daysOverlap,
          })
      }
    }),
  )

const holidaysOf = <Day extends z.ZodMiniType<OpeningHours | null, unknown>>(hours: Day) =>
  z.array(z.object({ date: calendarDay, name, hours })).check(
    z.maxLength(HOLIDAYS_MAX, { error: PROBLEMS.holidays }),
    z.check(({ value, issues }) => {
      const known = new Set<string>()
      for (const [index, { date }] of value.entries()) {
        if (known.has(date))
          issues.push({ code: 'custom', input: date, path: [index, 'date'], message: PROBLEMS.dayTwice })
        known.add(date)
      }
    }),
  )

const seasonsOf = <Hours extends z.ZodMiniType<OpeningHours, unknown>>(hours: Hours) =>
  z
    .array(
      z.object({ name, fromDate: calendarDay, toDate: calendarDay, hours }).check(
        z.refine(
          ({ fromDate, toDate }) => fromDate <= toDate && countDays(fromDate, toDate) <= SEASON_DAYS_MAX,
          { error: PROBLEMS.seasonDays, path: ['toDate'] },
        ),
        z.check(({ value, issues }) => {
          const { hours: ofDay } = value as { hours: OpeningHours }
          const path = overlapOf(ofDay, ofDay)
          if (path)
            issues.push({
              code: 'custom',
              input: ofDay,
              path: ['hours', ...path],
              message: PROBLEMS.daysOverlap,
            })
        }),
      ),
    )
    .check(
      z.maxLength(SEASONS_MAX, { error: PROBLEMS.seasons }),
      z.check(({ value, issues }) => {
        for (const [index, { fromDate, toDate }] of value.entries())
          if (value.slice(0, index).some((other) => other.fromDate <= toDate && fromDate <= other.toDate))
            issues.push({
              code: 'custom',
              input: fromDate,
              path: [index, 'fromDate'],
              message: PROBLEMS.dayTwice,
            })
      }),
    )

const targetMinutes = z
  .int({ error: PROBLEMS.target })
  .check(
    z.minimum(TARGET_MINUTES.min, { error: PROBLEMS.target }),
    z.maximum(TARGET_MINUTES.max, { error: PROBLEMS.target }),
  )

const targetsOf = <Minutes extends z.ZodMiniType<number, unknown>>(minutes: Minutes) =>
  z.array(z.object({ reportTypeId: idField(VALIDATION.reportType), minutes })).check(
    z.maxLength(TARGETS_MAX, { error: PROBLEMS.targets }),
    z.check(({ value, issues }) => {
      const known = new Set<number>()
      for (const [index, { reportTypeId }] of value.entries()) {
        if (known.has(reportTypeId))
          issues.push({
            code: 'custom',
            input: reportTypeId,
            path: [index, 'reportTypeId'],
            message: PROBLEMS.targetTwice,
          })
        known.add(reportTypeId)
      }
    }),
  )

/** An update leaves absent fields as they are. The week begins on Monday; null is a closed day. */
export const turnaroundBody = z.object({
  targets: z.optional(targetsOf(targetMinutes)),
  week: z.optional(weekOf(z.nullable(hoursField))),
  holidays: z.optional(holidaysOf(z.nullable(hoursField))),
  seasons: z.optional(seasonsOf(hoursField)),
})
export type TurnaroundChanges = z.output<typeof turnaroundBody>

/** `24`, `4 h` and `1:30 h` are hours. */
const typedTarget = prepared((typed: string) => {
  const [, hours, minutes] = /^\s*(\d{1,5})(?::([0-5]\d))?\s*h?\s*$/i.exec(typed) ?? []
  return hours === undefined ? Number.NaN : Number(hours) * 60 + Number(minutes ?? 0)
}, targetMinutes)

/** A type without a time has no target. */
export const targetsForm = z.object({
  targets: z.array(z.object({ reportTypeId: idField(), minutes: blankable(typedTarget) })),
})

interface TypedParts {
  from: string
  to: string
  hasSecond: boolean
  second: { from: string; to: string }
}
const typedParts = ({ from, to, hasSecond, second }: TypedParts) => ({
  from,
  to,
  ...(hasSecond && { second }),
})
const typedHours = prepared(
  ({ isOpen, ...parts }: TypedParts & { isOpen: boolean }) => (isOpen ? typedParts(parts) : null),
  z.nullable(hoursField),
)

export const calendarForm = z.object({
  week: weekOf(typedHours),
  holidays: holidaysOf(typedHours),
  seasons: seasonsOf(prepared(typedParts, hoursField)),
})
