import {
  DELIVERY_TIMES_LIMIT,
  todayIn,
  WAIT_BANDS,
  type AloneReleases,
  type Breakdown,
  type DayVolume,
  type DeliveryTimes,
  type InsightQuery,
  type Insights,
  type MemberVolume,
  type Pagination,
  type Trend,
  type Turnarounds,
  type UnopenedReport,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/app-error.ts'
import { labScopeOf, type Caller, type LabScope } from '../../core/caller.ts'
import { readPage, UNOPENED_COUNT_LIMIT } from '../../core/pagination.ts'
import type { Cut, DailyTotal } from './daily-totals.repository.ts'
import type { TurnaroundService } from '../visits/turnaround/turnaround.service.ts'
import type { DailyTotalService } from './daily-totals.service.ts'
import { findAloneReleases } from './alone-releases.repository.ts'
import { findDeliveryTimes } from './delivery-times.repository.ts'
import { daysOf, periodOf, type Period } from './insight-period.ts'
import { countUnopened, findNames, findUnopened } from './insights.repository.ts'

/** Limit for charts. Exports have no limit. */
const INSIGHT_MEMBERS = 50

const EXPORT_BATCH = 1000
const TREND = { period: '30d', fromDate: undefined, toDate: undefined } as const

interface InsightContext {
  scope: LabScope
  period: Period
  timeZone: string
}

const NAMED = { lab: 'labs', type: 'types', person: 'persons' } as const
export type NamedCut = keyof typeof NAMED

const addUp = <Key>(totals: DailyTotal[], keyOf: (total: DailyTotal) => Key) => {
  const sums = new Map<Key, { reports: number; patients: number }>()
  for (const total of totals) {
    if (total.kind === 'opened') continue
    const sum = sums.get(keyOf(total)) ?? { reports: 0, patients: 0 }
    sum[total.kind] += total.n
    sums.set(keyOf(total), sum)
  }
  return sums
}

const ofCut = (totals: DailyTotal[], cut: Cut) => totals.filter((total) => total.cut === cut)

const daysIn = (totals: DailyTotal[]): DayVolume[] =>
  [...addUp(ofCut(totals, 'all'), (total) => total.day ?? '')]
    .map(([day, sums]) => ({ day, ...sums }))
    .sort((one, other) => one.day.localeCompare(other.day))

const waitsIn = (totals: DailyTotal[]): number[] =>
  WAIT_BANDS.map((_, band) =>
    ofCut(totals, 'wait').reduce((sum, { memberId, n }) => sum + (memberId === band ? n : 0), 0),
  )

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

export const createInsightService = ({
  database,
  readList,
  clock,
  timeZone,
  dailyTotals,
  turnaround,
}: Pick<Context, 'database' | 'readList' | 'clock' | 'timeZone'> & {
  dailyTotals: DailyTotalService
  turnaround: TurnaroundService
}) => {
  const contextOf = async (caller: Caller, query: InsightQuery): Promise<InsightContext> => {
    const own = labScopeOf(caller)
    // Lab users see only their lab.
    const scope = own.everyLab && query.labId ? { everyLab: false as const, labId: query.labId } : own
    const zone = await timeZone()
    return { scope, period: periodOf(query, todayIn(zone, clock.now())), timeZone: zone }
  }

  const membersOf = async (
    all: DailyTotal[],
    cut: NamedCut,
    limit = Number.MAX_SAFE_INTEGER,
  ): Promise<Breakdown> => {
    const sums = [...addUp(ofCut(all, cut), ({ memberId }) => memberId)]
    const largest = sums
      .sort(
        ([oneId, one], [otherId, other]) =>
          other.reports - one.reports || other.patients - one.patients || oneId - otherId,
      )
      .slice(0, limit)
    const names = await findNames(
      database,
      NAMED[cut],
      largest.map(([id]) => id),
    )
    return {
      members: largest.map(([id, sum]) => ({ id, name: names.get(id) ?? null, ...sum })),
      count: sums.length,
    }
  }

  const labNamed = async (scope: LabScope): Promise<Insights['lab']> => {
    if (scope.everyLab) return null
    const name = (await findNames(database, 'labs', [scope.labId])).get(scope.labId)
    if (name === undefined) throw notFound('LAB_NOT_FOUND')
    return { id: scope.labId, name }
  }

  return {
    async trend(caller: Caller): Promise<Trend> {
      const context = await contextOf(caller, { ...TREND, labId: undefined })
      const all = await dailyTotals.read(caller, context.scope, context.period, ['all', 'type'])
      return {
        ...context.period,
        timeZone: context.timeZone,
        days: daysIn(all),
        types: await membersOf(all, 'type', INSIGHT_MEMBERS),
      }
    },

    async get(caller: Caller, query: InsightQuery): Promise<Insights> {
      const { scope, period, timeZone: zone } = await contextOf(caller, query)
      const lab = await labNamed(scope)
      const all = await dailyTotals.read(caller, scope, period, ['all', 'lab', 'type', 'person', 'wait'])
      const days = daysIn(all)
      const waits = waitsIn(all)
      const [types, persons, labs] = (await Promise.all(
        (['type', 'person', 'lab'] as const).map((cut) => membersOf(all, cut, INSIGHT_MEMBERS)),
      )) as [Breakdown, Breakdown, Breakdown]
      return {
        ...period,
        timeZone: zone,
        lab,
        days,
        types,
        persons,
        labs,
        totals: {
          reports: sumOf(days.map(({ reports }) => reports)),
          patients: sumOf(days.map(({ patients }) => patients)),
          opened: sumOf(waits),
        },
        waits,
      }
    },

    async deliveryTimes(caller: Caller, query: InsightQuery): Promise<DeliveryTimes> {
      const { scope, period, timeZone: zone } = await contextOf(caller, query)
      const channels = await readList(caller, (db) => findDeliveryTimes(scope, db, period, zone))
      return { channels, isPartial: sumOf(channels.map(({ sent }) => sent)) >= DELIVERY_TIMES_LIMIT }
    },

    async aloneReleases(caller: Caller, query: InsightQuery): Promise<AloneReleases> {
      const { scope, period, timeZone: zone } = await contextOf(caller, query)
      return readList(caller, (db) => findAloneReleases(scope, db, period, zone))
    },

    async turnaround(caller: Caller, query: InsightQuery): Promise<Turnarounds> {
      const { scope, period, timeZone: zone } = await contextOf(caller, query)
      const { types, ...found } = await turnaround.measure(caller, scope, period, zone)
      const names = await findNames(
        database,
        'types',
        types.map(({ id }) => id),
      )
      return { ...found, types: types.map((type) => ({ ...type, title: names.get(type.id) ?? '' })) }
    },

    async listUnopened(
      caller: Caller,
      query: InsightQuery & { page: number; limit: number },
    ): Promise<{ data: UnopenedReport[]; pagination: Pagination }> {
      const { scope, period, timeZone: zone } = await contextOf(caller, query)
      return readList(caller, (db) =>
        readPage(
          { ...query, page: Math.min(query.page, UNOPENED_COUNT_LIMIT) },
          countUnopened(scope, db, period, zone, UNOPENED_COUNT_LIMIT),
          (page) => findUnopened(scope, db, period, zone, page),
          UNOPENED_COUNT_LIMIT,
        ),
      )
    },

    async days(caller: Caller, query: InsightQuery): Promise<DayVolume[]> {
      const { scope, period } = await contextOf(caller, query)
      const busy = daysIn(await dailyTotals.read(caller, scope, period, ['all']))
      const known = new Map(busy.map((total) => [total.day, total]))
      return daysOf(period).map((day) => known.get(day) ?? { day, reports: 0, patients: 0 })
    },

    async members(caller: Caller, query: InsightQuery, cut: NamedCut): Promise<MemberVolume[]> {
      const { scope, period } = await contextOf(caller, query)
      return (await membersOf(await dailyTotals.read(caller, scope, period, [cut]), cut)).members
    },

    async waits(caller: Caller, query: InsightQuery): Promise<number[]> {
      const { scope, period } = await contextOf(caller, query)
      return waitsIn(await dailyTotals.read(caller, scope, period, ['wait']))
    },

    async *unopened(caller: Caller, query: InsightQuery): AsyncGenerator<UnopenedReport[]> {
      const { scope, period, timeZone: zone } = await contextOf(caller, query)
      let after: UnopenedReport | undefined
      for (;;) {
        const last = after
        const reports = await readList(caller, (db) =>
          findUnopened(scope, db, period, zone, { limit: EXPORT_BATCH, after: last }),
        )
        if (reports.length > 0) yield reports
        if (reports.length < EXPORT_BATCH) return
        after = reports.at(-1)
      }
    },
  }
}
export type InsightService = ReturnType<typeof createInsightService>
