import type { TurnaroundSettings } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiAnswer, type ApiClient } from '../../../testing/api-client.ts'
import type { TestLab } from '../../../testing/test-app.ts'
import { useTurnaround, WEEK, WEEKDAY } from '../../../testing/turnaround.ts'

let lab: TestLab
let doctor: ApiClient

const { app, admin, blood, startLab, set } = await useTurnaround()

beforeEach(async () => {
  ;({ lab, doctor } = await startLab())
})

const ALL_DAY = { from: '00:00', to: '24:00' }
const ALWAYS = {
  targets: [],
  ...{ week: Array.from({ length: 7 }, () => ALL_DAY), holidays: [], seasons: [] },
}

const settings = async () => sure(await admin.get(`/lab/getTurnaround/${lab.id}`)) as TurnaroundSettings
const problemOf = ({ status, body }: ApiAnswer) =>
  status === 400 ? (body.errors as { path: string }[])[0]?.path : status

describe('turn-around of a lab', () => {
  it('starts without targets and always open until the Admin sets it [TAT-03]', async () => {
    expect(await settings()).toMatchObject(ALWAYS)
    const holidays = [
      { date: '2026-12-02', name: 'National Day', hours: null },
      { date: '2026-12-01', name: 'Commemoration Day', hours: { from: '08:00', to: '00:00' } },
    ]
    const ramadan = {
      ...{ name: 'Ramadan', fromDate: '2026-02-18', toDate: '2026-03-19' },
      hours: { from: '09:00', to: '14:30' },
    }
    const saved = sure(
      await set({
        ...{ targets: [{ reportTypeId: blood, minutes: 86_400 }], week: WEEK, holidays, seasons: [ramadan] },
      }),
    ) as TurnaroundSettings
    expect(saved).toMatchObject({ targets: [{ reportTypeId: blood, minutes: 86_400 }], week: WEEK })
    expect(saved.holidays.map(({ date, hours }) => [date, hours?.to])).toEqual([
      ['2026-12-01', '24:00'],
      ['2026-12-02', undefined],
    ])
    expect(sure(await set({ holidays: [] }))).toMatchObject({
      ...saved,
      holidays: [],
      updatedAt: expect.any(String),
    })
    const [{ action, summary }] = sure(await admin.get('/activity/getAll?action=lab.update&limit=1'))
    expect([action, summary]).toEqual(['lab.update', `Set turn-around of the lab ${lab.name}: holidays`])
    expect((await set({}, doctor)).status).toBe(403)
    expect((await admin.put('/lab/updateTurnaround/999999', {})).status).toBe(404)
  })

  it('refuses a target of zero, wrong hours, and days that are listed twice at their field [TAT-04]', async () => {
    const season = (fromDate: string, toDate: string) => ({
      ...{ name: 'Ramadan', fromDate, toDate, hours: WEEKDAY },
    })
    const holiday = { date: '2026-12-02', name: 'National Day', hours: null }
    for (const [fields, path] of [
      [{ targets: [{ reportTypeId: blood, minutes: 0 }] }, 'targets.0.minutes'],
      [{ targets: [{ reportTypeId: blood, minutes: -5 }] }, 'targets.0.minutes'],
      [{ targets: [{ reportTypeId: blood, minutes: 86_401 }] }, 'targets.0.minutes'],
      [{ targets: [{ reportTypeId: blood, minutes: 1.5 }] }, 'targets.0.minutes'],
      [{ targets: [1, 2].map((minutes) => ({ reportTypeId: blood, minutes })) }, 'targets.1.reportTypeId'],
      [{ targets: [{ reportTypeId: 999_999, minutes: 1 }] }, 'targets'],
      [{ week: WEEK.map(() => null) }, 'week'],
      [{ week: WEEK.slice(1) }, 'week'],
      [{ week: [{ from: '09:00', to: '09:00' }, ...WEEK.slice(1)] }, 'week.0.to'],
      [{ week: [{ from: '9', to: '10:00' }, ...WEEK.slice(1)] }, 'week.0.from'],
      [{ holidays: [{ ...holiday, date: '2026-02-30' }] }, 'holidays.0.date'],
      [{ holidays: [{ ...holiday, name: ' ' }] }, 'holidays.0.name'],
      [{ holidays: [holiday, holiday] }, 'holidays.1.date'],
      [{ holidays: Array.from({ length: 201 }, () => holiday) }, 'holidays'],
      [{ seasons: [season('2026-02-18', '2026-04-19')] }, 'seasons.0.toDate'],
      [{ seasons: [season('2026-02-18', '2026-02-17')] }, 'seasons.0.toDate'],
      [
        { seasons: [season('2026-02-01', '2026-02-20'), season('2026-02-20', '2026-02-21')] },
        'seasons.1.fromDate',
      ],
    ] as const)
      expect(problemOf(await set(fields)), JSON.stringify(fields).slice(0, 200)).toBe(path)
    expect(await settings()).toMatchObject(ALWAYS)
  })
})

describe('hours in two parts and past midnight', () => {
  const SPLIT = { from: '08:00', to: '13:00', second: { from: '16:00', to: '20:00' } }
  const LATE = { from: '08:00', to: '13:00', second: { from: '20:00', to: '02:00' } }
  const NIGHT = { from: '22:00', to: '06:00' }
  const ramadan = (hours: object) => ({
    ...{ name: 'Ramadan', fromDate: '2026-02-18', toDate: '2026-03-19', hours },
  })
  const weekOf = (...days: (object | null)[]) => [
    ...days,
    ...Array.from({ length: 7 - days.length }, () => null),
  ]

  it('remain as given, and earlier versions read one part of the day instead [TAT-14]', async () => {
    const week = weekOf(SPLIT, LATE, NIGHT, WEEKDAY)
    const holidays = [{ date: '2026-12-02', name: 'National Day', hours: SPLIT }]
    const seasons = [ramadan({ from: '20:00', to: '02:00' })]
    const calendar = { week, holidays, seasons }
    expect(sure(await set(calendar))).toMatchObject(calendar)
    expect(await settings()).toMatchObject(calendar)
    const [stored] = await app.database.query<{ week: TurnaroundSettings['week']; seasons: object }>(
      'select week, seasons from lab_calendars where lab_id = $1',
      [lab.id],
    )
    expect(stored?.week.map((hours) => hours && [hours.from, hours.to])).toEqual(
      weekOf(['08:00', '20:00'], ['08:00', '24:00'], ['22:00', '24:00'], ['08:00', '17:00']),
    )
    expect(stored?.week[3]).toEqual(WEEKDAY)
    expect(stored?.seasons).toMatchObject([{ hours: { from: '20:00', to: '24:00' } }])
    // Saved by an earlier version, a list is what it says.
    await app.database.execute('update lab_calendars set week = $2::jsonb where lab_id = $1', [
      lab.id,
      JSON.stringify(WEEK),
    ])
    expect(await settings()).toMatchObject({ ...calendar, week: WEEK })
  })

  it('fail at their field when parts or nights overlap [TAT-15]', async () => {
    const second = (from: string, to: string) => ({ from: '08:00', to: '13:00', second: { from, to } })
    for (const [fields, path] of [
      [{ week: weekOf(second('12:00', '20:00')) }, 'week.0.second.from'],
      [{ week: weekOf(second('06:00', '07:00')) }, 'week.0.second.from'],
      [{ week: weekOf({ ...NIGHT, second: { from: '23:00', to: '23:30' } }) }, 'week.0.second.from'],
      [{ week: weekOf(second('16:00', '16:00')) }, 'week.0.second.to'],
      [{ week: weekOf(second('16:00', '')) }, 'week.0.second.to'],
      [{ week: weekOf({ from: '24:00', to: '06:00' }) }, 'week.0.from'],
      [{ week: weekOf(NIGHT, { from: '05:00', to: '13:00' }) }, 'week.0.to'],
      [
        { week: [{ from: '05:00', to: '13:00' }, ...weekOf().slice(2), second('20:00', '06:00')] },
        'week.6.second.to',
      ],
      [{ seasons: [ramadan(second('20:00', '09:00'))] }, 'seasons.0.hours.second.to'],
      [{ seasons: [ramadan({ from: '20:00' })] }, 'seasons.0.hours.to'],
      [{ seasons: [{ ...ramadan(NIGHT), hours: null }] }, 'seasons.0.hours'],
    ] as const)
      expect(problemOf(await set(fields)), JSON.stringify(fields).slice(0, 200)).toBe(path)
    // Touching is no overlap.
    sure(await set({ week: weekOf(second('13:00', '06:00'), { from: '06:00', to: '13:00' }) }))
  })
})
