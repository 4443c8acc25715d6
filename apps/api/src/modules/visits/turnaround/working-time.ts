import { addDays, type WorkingCalendar } from '@zelab/contract'

const SECOND = 1_000
const MINUTE = 60_000
const DAY = 86_400_000

/** A target that is further away is never reached, for example when the lab closed for good. */
const MOST_DAYS = 3_660

const OPEN_DAY = { from: '00:00', to: '24:00' }
export const ALWAYS_OPEN: WorkingCalendar = {
  week: Array.from({ length: 7 }, () => OPEN_DAY),
  holidays: [],
  seasons: [],
}

/** Milliseconds by which wall clocks are ahead of UTC. */
const createOffsets = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  return (at: number): number => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / SECOND) * SECOND
  }
}

/** Finds when wall clocks show a time, given as if it were UTC. */
const createWallClock = (timeZone: string) => {
  const offsetAt = createOffsets(timeZone)
  const offsets = new Map<number, number>()
  const offsetOfDay = (day: number) => {
    const offset = offsets.get(day) ?? offsetAt(day * DAY)
    offsets.set(day, offset)
    return offset
  }
  /** A time that occurs twice is its first or last occurrence; one that clocks skip is the moment of the change. */
  return (wall: number, which: 'first' | 'last'): number => {
    const day = Math.floor(wall / DAY)
    const [before, after] = [offsetOfDay(day - 1), offsetOfDay(day + 2)]
    if (before === after) return wall - before
    const found = [wall - before, wall - after].filter((at) => at + offsetAt(at) === wall)
    if (found.length > 0) return which === 'first' ? Math.min(...found) : Math.max(...found)
    let [low, high] = [wall - after, wall - before]
    while (high - low > SECOND) {
      const middle = Math.floor((low + high) / 2 / SECOND) * SECOND
      if (middle + offsetAt(middle) < wall) low = middle
      else high = middle
    }
    return high
  }
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export interface WorkingTime {
  /** When this number of working minutes has passed; undefined beyond ten years. */
  dueAt: (start: Date, minutes: number) => Date | undefined
  /** Working milliseconds between two times. */
  between: (start: Date, end: Date) => number
}

/** Measures in elapsed time: a day on which clocks change has 23 or 25 hours. */
export const createWorkingTime = (
  { week, holidays, seasons }: WorkingCalendar,
  timeZone: string,
): WorkingTime => {
  const whenClocksShow = createWallClock(timeZone)
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
  const open = new Map<number, readonly [number, number] | undefined>()
  const openOn = (day: number) => {
    if (open.has(day)) return open.get(day)
    const hours = hoursOf(day)
    const found =
      hours &&
      ([
        whenClocksShow(day * DAY + minutesOf(hours.from) * MINUTE, 'first'),
        whenClocksShow(day * DAY + minutesOf(hours.to) * MINUTE, 'last'),
      ] as const)
    open.set(day, found ?? undefined)
    return found ?? undefined
  }
  /** The working parts of up to `MOST_DAYS` days that are not before the start. */
  function* partsFrom(start: number): Generator<readonly [number, number]> {
    // A day of a time zone begins up to 14 hours before or 12 hours after the day of UTC.
    const first = Math.floor(start / DAY) - 1
    let from = start
    for (let day = first; day < first + MOST_DAYS; day += 1) {
      const hours = openOn(day)
      if (!hours || hours[1] <= from) continue
      yield [Math.max(from, hours[0]), hours[1]]
      from = hours[1]
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
