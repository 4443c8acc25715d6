import {
  PATIENT_ID_PREFIX,
  WAIT_BANDS,
  type InsightFigure,
  type InsightQuery,
  type Turnarounds,
  type UnopenedReport,
} from '@zelab/contract'
import { csvOf, type CsvColumns, type CsvContent } from '../../core/csv-line.ts'
import type { Caller } from '../../core/caller.ts'
import type { InsightService, NamedCut } from './insights.service.ts'

export interface InsightFile extends CsvContent {
  fileName: string
  summary: string
}

async function* asBatch<Row>(read: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await read()
}

const bandName = (band: number) => {
  const words = WAIT_BANDS[band] ?? ''
  return band === WAIT_BANDS.length - 1 ? `Longer than ${WAIT_BANDS[band - 1]}` : `Within ${words}`
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type Named = Awaited<ReturnType<InsightService['members']>>[number]
type ChannelTimes = Awaited<ReturnType<InsightService['deliveryTimes']>>['channels'][number]
type AloneReleases = Awaited<ReturnType<InsightService['aloneReleases']>>

const TURNAROUND_COLUMNS: CsvColumns<Turnarounds['weekdays'][number] | Turnarounds['types'][number]> = [
  ['Measured', ({ measured }) => measured],
  ['With Target', ({ withTarget }) => withTarget],
  ['On Time', ({ withTarget, onTime }) => (withTarget > 0 ? onTime : null)],
  ['p50 in Working Minutes', ({ p50 }) => p50],
  ['p90 in Working Minutes', ({ p90 }) => p90],
]

/** A printed report has no link whose opening could be measured. */
const ifLinked =
  (cellOf: (times: ChannelTimes) => number) =>
  (times: ChannelTimes): number | null =>
    times.channel === 'paper' ? null : cellOf(times)

const CHANNEL_COLUMNS: CsvColumns<ChannelTimes> = [
  ['Channel', ({ channel }) => channel],
  ['Sent', ({ sent }) => sent],
  ['Opened', ifLinked(({ opened }) => opened)],
  ['Within 1 hour', ifLinked(({ openedWithinHour }) => openedWithinHour)],
  ['Within 1 day', ifLinked(({ openedWithinDay }) => openedWithinDay)],
  ['Within 3 days', ifLinked(({ openedWithinThreeDays }) => openedWithinThreeDays)],
  ['Median in Seconds', ({ medianSeconds }) => medianSeconds],
]

const ALONE_COLUMNS: CsvColumns<AloneReleases> = [
  ['Released alone on duty', ({ released }) => released],
  ['Reviewed within 24 hours', ({ reviewedInTime }) => reviewedInTime],
  ['Not reviewed', ({ notReviewed }) => notReviewed],
]

const UNOPENED_COLUMNS: CsvColumns<UnopenedReport> = [
  ['Report ID', ({ id }) => id],
  ['Report Title', ({ title }) => title],
  ['Report Type', ({ reportType }) => reportType.title],
  ['Patient', ({ patient }) => patient.fullName],
  ['System ID', ({ patient }) => `${PATIENT_ID_PREFIX}${patient.id}`],
  ['Lab', ({ lab }) => lab?.name ?? 'No lab'],
  ['Published By', ({ publishedBy }) => publishedBy.fullName],
  ['Published At', ({ createdAt }) => createdAt],
]

export const insightFile = (
  insights: InsightService,
  caller: Caller,
  query: InsightQuery & { figure: InsightFigure },
): InsightFile => {
  const members = (cut: NamedCut, what: string, unnamed: string): InsightFile => ({
    fileName: `${what.toLowerCase().replaceAll(' ', '-')}s.csv`,
    summary: `Exported the volumes by ${what.toLowerCase()}`,
    ...csvOf<Named>(
      [
        [what, ({ name }) => name ?? unnamed],
        ['Reports', ({ reports }) => reports],
        ...(cut === 'type' ? [] : [['Registrations', ({ patients }: Named) => patients] as const]),
      ],
      asBatch(() => insights.members(caller, query, cut)),
    ),
  })
  const files: Record<InsightFigure, () => InsightFile> = {
    days: () => ({
      fileName: 'days.csv',
      summary: 'Exported the volumes by day',
      ...csvOf(
        [
          ['Day', ({ day }) => day],
          ['Reports', ({ reports }) => reports],
          ['Registrations', ({ patients }) => patients],
        ],
        asBatch(() => insights.days(caller, query)),
      ),
    }),
    types: () => members('type', 'Report type', ''),
    persons: () => members('person', 'Person', 'Unknown'),
    labs: () => members('lab', 'Lab', 'No lab'),
    waits: () => ({
      fileName: 'time-to-first-opening.csv',
      summary: 'Exported how long reports waited to be opened',
      ...csvOf(
        [
          ['First opened', ({ band }) => bandName(band)],
          ['Reports', ({ count }) => count],
        ],
        asBatch(async () => (await insights.waits(caller, query)).map((count, band) => ({ count, band }))),
      ),
    }),
    deliveries: () => ({
      fileName: 'time-from-sent-to-opened.csv',
      summary: 'Exported how soon patients opened what was sent',
      ...csvOf(
        CHANNEL_COLUMNS,
        asBatch(async () => (await insights.deliveryTimes(caller, query)).channels),
      ),
    }),
    alone: () => ({
      fileName: 'releases-alone-on-duty.csv',
      summary: 'Exported the releases alone on duty',
      ...csvOf(
        ALONE_COLUMNS,
        asBatch(async () => [await insights.aloneReleases(caller, query)]),
      ),
    }),
    turnaround: () => ({
      fileName: 'turn-around-by-type.csv',
      summary: 'Exported the turn-around by report type',
      ...csvOf(
        [['Report type', ({ title }) => title], ...TURNAROUND_COLUMNS],
        asBatch(async () => (await insights.turnaround(caller, query)).types),
      ),
    }),
    'turnaround-weekdays': () => ({
      fileName: 'turn-around-by-weekday.csv',
      summary: 'Exported the turn-around by weekday',
      ...csvOf(
        [['Weekday', ({ weekday }) => WEEKDAYS[weekday - 1] ?? ''], ...TURNAROUND_COLUMNS],
        asBatch(async () => (await insights.turnaround(caller, query)).weekdays),
      ),
    }),
    unopened: () => ({
      fileName: 'unopened-reports.csv',
      summary: 'Exported the list of unopened reports',
      ...csvOf(UNOPENED_COLUMNS, insights.unopened(caller, query)),
    }),
  }
  return files[query.figure]()
}
