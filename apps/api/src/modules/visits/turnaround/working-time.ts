import { addDays, type WorkingCalendar } from '@zelab/contract'

const SECOND = 1_000
const MINUTE = 60_000
const DAY = 86_400_000
const MINUTES_OF_DAY = 24 * 60

/** Targets further away are ignored, for example of a lab that closed for good. */
const MOST_DAYS = 3_660

const OPEN_DAY = { from: '00:00', to: '24:00' }
export const ALWAYS_OPEN: WorkingCalendar = {
  week: Array.from({ length: 7 }, () => OPEN_DAY),
  holidays: [],
  seasons: [],
}

/** Offset of wall clocks from UTC, in milliseconds. */
const createOffsets = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at: number): number => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / SECOND) * SECOND
  }
}

type Span = readonly [from: number, to: number]

/** Finds when wall clocks first show times, given as if they were UTC. */
const createWallClock = (timeZone: string) => {
  const offsetAt = createOffsets(timeZone)
  const offsets = new Map<number, number>()
  const offsetOfDay = (day: number) => {
    const offset = offsets.get(day) ?? offsetAt(day * DAY)
    offsets.set(day, offset)
    return offset
  }
  const changeBetween = (start: number, end: number, before: number): number => {
    let [low, high] = [start, end]
    while (high - low > SECOND) {
      const middle = Math.floor((low + high) / 2 / SECOND) * SECOND
      if (offsetAt(middle) === before) low = middle
      else high = middle
    }
    return high
  }
  /** Without the hour that clocks show again; a time that they skip is the moment of the change. */
  return (from: number, to: number): Span[] => {
    // A day of a time zone begins up to 14 hours before or 12 hours after the day of UTC, and a night ends on the next.
    const day = Math.floor(from / DAY)
    const [before, after] = [offsetOfDay(day - 1), offsetOfDay(day + 3)]
    if (before === after) return [[from - before, to - before]]
    const change = changeBetween((day - 1) * DAY, (day + 3) * DAY, before)
    const instantOf = (wall: number) =>
      wall - before < change ? wall - before : Math.max(wall - after, change)
    const repeatedUntil = change + Math.max(0, before - after)
    return [
      [instantOf(from), Math.min(instantOf(to), change)],
      [Math.max(instantOf(from), repeatedUntil), instantOf(to)],
    ]
  }
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export interface WorkingTime {
  /** The moment after this number of working minutes; undefined beyond ten years. */
  dueAt: (start: Date, minutes: number) => Date | undefined
  /** Working milliseconds between two times. */
  between: (start: Date, end: Date) => number
}

/** Measures in elapsed time. On a day on which clocks change an hour is missing, or the repeated one counts once. */
export const createWorkingTime = (
  { week, holidays, seasons }: WorkingCalendar,
  timeZone: string,
): WorkingTime => {
  const spansOf = createWallClock(timeZone)
  const hoursOfHoliday = new Map(holidays.map(({ date, hours }) => [date, hours]))
  const hoursOf = (day: number) => {
    const date = addDays('1970-01-01', day)
    const holiday = hoursOfHoliday.get(date)
    if (holiday !== undefined) return holiday
    // January 1, 1970, was a Thursday.
    const usual = week[(((day + 3) % 7) + 7) % 7] ?? null
    const season = seasons.find(({ fromDate, toDate }) => fromDate <= date && date <= toDate)
    return usual && season ? season.hours : usual
  }
  const open = new Map<number, readonly Span[]>()
  const openOn = (day: number) => {
    const known = open.get(day)
    if (known) return known
    const hours = hoursOf(day)
    const parts = hours ? [hours, ...(hours.second ? [hours.second] : [])] : []
    const found = parts.flatMap((part) => {
      const [from, to] = [minutesOf(part.from), minutesOf(part.to)]
      const end = to > from ? to : to + MINUTES_OF_DAY
      return spansOf(day * DAY + from * MINUTE, day * DAY + end * MINUTE)
    })
    open.set(day, found)
    return found
  }
  /** The working parts of up to `MOST_DAYS` days that are not before the start. What overlaps counts once. */
  function* partsFrom(start: number): Generator<Span> {
    // The night that began on the day before may last.
    const first = Math.floor(start / DAY) - 2
    let from = start
    for (let day = first; day < first + MOST_DAYS; day += 1) {
      for (const [opens, closes] of openOn(day)) {
        if (closes <= Math.max(from, opens)) continue
        yield [Math.max(from, opens), closes]
        from = closes
      }
    }
  }

  return {
    dueAt(start, minutes) {
      let left = minutes * MINUTE
      for (const [from, to] of partsFrom(start.getTime())) {
        if (to - from >= left) return new Date(from + left)
        left -= to - from
      }
      return undefined
    },
    between(start, end) {
      let worked = 0
      for (const [from, to] of partsFrom(start.getTime())) {
        if (from >= end.getTime()) break
        worked += Math.min(to, end.getTime()) - from
      }
      return worked
    },
  }
}
