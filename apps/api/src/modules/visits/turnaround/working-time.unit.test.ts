import { addDays, type WorkingCalendar } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { ALWAYS_OPEN, createWorkingTime } from './working-time.ts'

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const DAY = 24 * 60 * MINUTE

/** A year in which the clocks of the zone change. */
const YEARS: Record<string, number> = {
  'Asia/Dubai': 2025,
  'Europe/Berlin': 2025,
  'America/New_York': 2024,
  'Asia/Kathmandu': 2025,
  'Africa/Cairo': 2024,
  'Asia/Tehran': 2021,
  'Pacific/Apia': 2011,
  'Australia/Lord_Howe': 2025,
  'America/Santiago': 2024,
}
const CASES = 5_000
const CASES_OF_CALENDAR = 50
const SHOWN = (15 * DAY) / QUARTER

/** Mulberry32. */
const createDice = (seed: number) => (below: number) => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
}
type Dice = ReturnType<typeof createDice>

const clockOf = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`
const somePart = (dice: Dice, from: number, until: number) => {
  const to = from + 1 + dice(until - from)
  return { to, part: { from: clockOf(from), to: to === 96 ? '24:00' : clockOf(to % 96) } }
}
/** One or two parts. The last one may end on the next day, also after that day has opened. */
const someHours = (dice: Dice) => {
  const isWhole = dice(8) === 0
  if (isWhole) return { from: '00:00', to: '24:00' }
  const from = dice(5) === 0 ? 0 : dice(90)
  const hasSecond = dice(3) === 0
  const first = somePart(dice, from, hasSecond ? 92 : from + 95)
  if (!hasSecond || first.to > 92) return first.part
  const begin = first.to + dice(95 - first.to)
  return { ...first.part, second: somePart(dice, begin, begin + 95).part }
}

const someCalendar = (dice: Dice, year: number): WorkingCalendar => {
  const someDay = () => addDays(`${year}-01-01`, dice(365))
  const week = Array.from({ length: 7 }, () => (dice(4) === 0 ? null : someHours(dice)))
  week[dice(7)] ??= someHours(dice)
  const holidays = [...new Set(Array.from({ length: dice(40) }, someDay))].map((date) => ({
    ...{ date, name: 'Holiday', hours: dice(3) === 0 ? someHours(dice) : null },
  }))
  const seasons = Array.from({ length: dice(4) }, (_, index) => {
    const fromDate = addDays(`${year}-01-01`, 90 * index + dice(30))
    return { name: 'Ramadan', fromDate, toDate: addDays(fromDate, dice(59)), hours: someHours(dice) }
  })
  return { week, holidays, seasons }
}

/** Every quarter of an hour of a year, by the date that a calendar shows there. */
const quartersOf = (timeZone: string) => {
  const from = Date.UTC(YEARS[timeZone] ?? 0, 0, 1) - 2 * DAY
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const dates = new Map<string, { clock: string; index: number }[]>()
  const starts = Array.from({ length: (370 * DAY) / QUARTER }, (_, index) => from + index * QUARTER)
  for (const [index, at] of starts.entries()) {
    const [date = '', clock = ''] = format.format(at).split(' ')
    const ofDate = dates.get(date) ?? []
    dates.set(date, ofDate)
    ofDate.push({ clock, index })
  }
  return { starts, dates }
}
type Quarters = ReturnType<typeof quartersOf>

/** A quarter is open when its clock shows a time of a part for the first time on that date. */
const openQuarters = (
  { starts, dates }: Quarters,
  { week, holidays, seasons }: WorkingCalendar,
): Uint8Array => {
  const isOpen = new Uint8Array(starts.length)
  const open = (date: string, from: string, to: string) => {
    const seen = new Set<string>()
    for (const { clock, index } of dates.get(date) ?? []) {
      if (clock >= from && clock < to && !seen.has(clock)) isOpen[index] = 1
      seen.add(clock)
    }
  }
  const first = [...dates.keys()].sort()[0] ?? ''
  for (let day = -1; day < 371; day += 1) {
    const date = addDays(first, day)
    const holiday = holidays.find((one) => one.date === date)
    const usual = week[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7] ?? null
    const season = seasons.find(({ fromDate, toDate }) => date >= fromDate && date <= toDate)
    const hours = holiday ? holiday.hours : usual && (season?.hours ?? usual)
    for (const { from, to } of hours ? [hours, hours.second ?? []].flat() : []) {
      if (to > from) open(date, from, to)
      else {
        open(date, from, '24:00')
        open(addDays(date, 1), '00:00', to)
      }
    }
  }
  return isOpen
}

const countedMinutes = (starts: number[], isOpen: Uint8Array, start: number, end: number) => {
  let worked = 0
  for (let index = 0; index < starts.length; index += 1) {
    const at = starts[index] ?? 0
    if (isOpen[index]) worked += Math.max(0, Math.min(end, at + QUARTER) - Math.max(start, at))
  }
  return worked / MINUTE
}

const countedDue = (starts: number[], isOpen: Uint8Array, start: number, minutes: number) => {
  let left = minutes * MINUTE
  for (let index = 0; index < starts.length; index += 1) {
    const at = starts[index] ?? 0
    const open = isOpen[index] ? Math.max(0, at + QUARTER - Math.max(start, at)) : 0
    if (open >= left) return new Date(Math.max(start, at) + left)
    left -= open
  }
  return undefined
}

const BERLIN_WEEK: WorkingCalendar = {
  week: [
    ...Array.from({ length: 4 }, () => ({ from: '08:00', to: '17:00' })),
    ...[{ from: '08:00', to: '12:00' }, null, null],
  ],
  holidays: [
    { date: '2025-12-25', name: 'Christmas', hours: null },
    { date: '2025-12-24', name: 'Christmas Eve', hours: { from: '09:00', to: '11:00' } },
  ],
  seasons: [
    { name: 'Summer', fromDate: '2025-07-01', toDate: '2025-07-31', hours: { from: '07:00', to: '13:00' } },
  ],
}
const due = (timeZone: string, calendar: WorkingCalendar, start: string, minutes: number) =>
  createWorkingTime(calendar, timeZone).dueAt(new Date(start), minutes)?.toISOString()

describe('working time', () => {
  it('passes over closed days, half days, holidays and short seasons [TAT-01]', () => {
    const at = (start: string, minutes: number) => due('Europe/Berlin', BERLIN_WEEK, start, minutes)
    // Friday 11:00 in Berlin: one hour until noon, the second on Monday.
    expect(at('2025-01-10T10:00:00.000Z', 120)).toBe('2025-01-13T08:00:00.000Z')
    // Exactly at closing time is in time.
    expect(at('2025-01-10T10:00:00.000Z', 60)).toBe('2025-01-10T11:00:00.000Z')
    // December 24 has two hours, December 25 none; December 26 is a Friday.
    expect(at('2025-12-24T09:30:00.000Z', 60)).toBe('2025-12-26T07:30:00.000Z')
    // The summer ends the day at 13:00.
    expect(at('2025-07-31T10:30:00.000Z', 60)).toBe('2025-08-01T06:30:00.000Z')
    expect(at('2025-07-05T10:30:00.000Z', 1)).toBe('2025-07-07T05:01:00.000Z')
  })

  it('counts 23 or 24 hours on a day on which clocks change, and none on a day that is skipped [TAT-01]', () => {
    expect(due('Europe/Berlin', ALWAYS_OPEN, '2025-03-29T23:00:00.000Z', 24 * 60)).toBe(
      '2025-03-30T23:00:00.000Z',
    )
    const spring = {
      ...ALWAYS_OPEN,
      week: [null, null, null, null, null, null, { from: '00:00', to: '24:00' }],
    }
    const { between } = createWorkingTime(spring, 'Europe/Berlin')
    expect(between(new Date('2025-03-29'), new Date('2025-04-01')) / MINUTE).toBe(23 * 60)
    expect(between(new Date('2025-10-25'), new Date('2025-10-28')) / MINUTE).toBe(24 * 60)
    const friday = { ...spring, week: [null, null, null, null, { from: '08:00', to: '12:00' }, null, null] }
    const apia = createWorkingTime(friday, 'Pacific/Apia')
    expect(apia.between(new Date('2011-12-28'), new Date('2012-01-02'))).toBe(0)
  })

  it('counts two parts of a day, and hours past midnight for the day on which they begin [TAT-12]', () => {
    const hours = { from: '08:00', to: '13:00', second: { from: '16:00', to: '20:00' } }
    const split = { ...ALWAYS_OPEN, week: [hours, hours, hours, hours, hours, null, null] }
    // Friday, January 10, 12:30 in Dubai: half an hour, then from 16:00 to 20:00, then on Monday.
    expect(due('Asia/Dubai', split, '2025-01-10T08:30:00.000Z', 31)).toBe('2025-01-10T12:01:00.000Z')
    expect(due('Asia/Dubai', split, '2025-01-10T08:30:00.000Z', 271)).toBe('2025-01-13T04:01:00.000Z')
    // A night that begins before a holiday ends on it; none begins on it.
    const nights = {
      ...{ week: Array.from({ length: 7 }, () => ({ from: '22:00', to: '06:00' })), seasons: [] },
      holidays: [{ date: '2025-12-02', name: 'National Day', hours: null }],
    }
    const { between } = createWorkingTime(nights, 'Asia/Dubai')
    expect(between(new Date('2025-12-01T19:00Z'), new Date('2025-12-03T18:00Z')) / MINUTE).toBe(7 * 60)
    expect(due('Asia/Dubai', nights, '2025-12-02T01:30:00.000Z', 60)).toBe('2025-12-03T18:30:00.000Z')
    const ramadan = {
      ...{ name: 'Ramadan', fromDate: '2025-03-01', toDate: '2025-03-29' },
      hours: { from: '20:00', to: '02:00' },
    }
    expect(due('Asia/Dubai', { ...split, seasons: [ramadan] }, '2025-03-03T21:30:00.000Z', 60)).toBe(
      '2025-03-04T16:30:00.000Z',
    )
  })

  it('counts the hour that clocks show twice once [TAT-13]', () => {
    const nights = { ...ALWAYS_OPEN, week: ALWAYS_OPEN.week.map(() => ({ from: '22:00', to: '06:00' })) }
    const { between } = createWorkingTime(nights, 'Europe/Berlin')
    expect(between(new Date('2025-10-25T12:00Z'), new Date('2025-10-26T12:00Z')) / MINUTE).toBe(8 * 60)
    expect(between(new Date('2025-03-29T12:00Z'), new Date('2025-03-30T12:00Z')) / MINUTE).toBe(7 * 60)
    // From 01:30 the first 02:59 is 90 minutes away, and 03:01 is two hours and a half.
    expect(due('Europe/Berlin', nights, '2025-10-25T23:30:00.000Z', 90)).toBe('2025-10-26T01:00:00.000Z')
    expect(due('Europe/Berlin', nights, '2025-10-25T23:30:00.000Z', 91)).toBe('2025-10-26T02:01:00.000Z')
  })

  it('ends for a lab that never opens again [TAT-01]', () => {
    expect(due('Asia/Dubai', { ...ALWAYS_OPEN, week: [null] }, '2025-01-10T10:00:00.000Z', 1)).toBeUndefined()
  })

  it(`equals a count of quarters of an hour in ${CASES} random cases [TAT-02]`, () => {
    const dice = createDice(43)
    const zones = Object.keys(YEARS).map((timeZone) => ({ timeZone, quarters: quartersOf(timeZone) }))
    for (let group = 0; group < CASES / CASES_OF_CALENDAR; group += 1) {
      const { timeZone, quarters } = zones[group % zones.length] as (typeof zones)[number]
      const calendar = someCalendar(dice, YEARS[timeZone] ?? 0)
      const isOpen = openQuarters(quarters, calendar)
      const working = createWorkingTime(calendar, timeZone)
      for (let one = 0; one < CASES_OF_CALENDAR; one += 1) {
        const first = dice(quarters.starts.length - SHOWN)
        const starts = quarters.starts.slice(first, first + SHOWN)
        const isOpenThen = isOpen.subarray(first, first + SHOWN)
        const start = (starts[0] ?? 0) + dice(15) * MINUTE
        const [end, minutes] = [start + dice(14 * 24 * 60) * MINUTE, 1 + dice(3_000)]
        const found = {
          minutes: working.between(new Date(start), new Date(end)) / MINUTE,
          due: working.dueAt(new Date(start), minutes),
        }
        const counted = {
          minutes: countedMinutes(starts, isOpenThen, start, end),
          // Undefined when it is later than the quarters.
          due: countedDue(starts, isOpenThen, start, minutes) ?? found.due,
        }
        expect({ timeZone, calendar, start, ...found }).toEqual({ timeZone, calendar, start, ...counted })
      }
    }
  })
})
