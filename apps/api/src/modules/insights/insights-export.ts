import {
  PATIENT_ID_PREFIX,
  WAIT_BANDS,
  type InsightFigure,
  type InsightQuery,
  type Turnarounds,
} from '@zelab/contract'
import type { CsvCell } from '../../core/csv-line.ts'
import type { Caller } from '../../core/caller.ts'
import type { InsightService, NamedCut } from './insights.service.ts'

export interface InsightFile {
  fileName: string
  summary: string
  headings: string[]
  batches: AsyncIterable<CsvCell[][]>
}

async function* asBatch(read: () => Promise<CsvCell[][]>): AsyncGenerator<CsvCell[][]> {
  yield await read()
}

const bandName = (band: number) => {
  const words = WAIT_BANDS[band] ?? ''
  return band === WAIT_BANDS.length - 1 ? `Longer than ${WAIT_BANDS[band - 1]}` : `Within ${words}`
}

const UNOPENED_HEADINGS = [
  'Report ID',
  'Report Title',
  'Report Type',
  'Patient',
  'System ID',
  'Lab',
  'Published By',
  'Published At',
]

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const TURNAROUND_HEADINGS = [
  'Measured',
  'With Target',
  'On Time',
  'p50 in Working Minutes',
  'p90 in Working Minutes',
]

const turnaroundCells = ({
  measured,
  withTarget,
  onTime,
  p50,
  p90,
}: Turnarounds['weekdays'][number] | Turnarounds['types'][number]): CsvCell[] => [
  measured,
  withTarget,
  withTarget > 0 ? onTime : null,
  p50,
  p90,
]

export const insightFile = (
  insights: InsightService,
  caller: Caller,
  query: InsightQuery & { figure: InsightFigure },
): InsightFile => {
  const members = (cut: NamedCut, what: string, unnamed: string): InsightFile => ({
    fileName: `${what.toLowerCase().replaceAll(' ', '-')}s.csv`,
    summary: `Exported the volumes by ${what.toLowerCase()}`,
    headings: [what, 'Reports', ...(cut === 'type' ? [] : ['Registrations'])],
    batches: asBatch(async () =>
      (await insights.members(caller, query, cut)).map(({ name, reports, patients }) => [
        name ?? unnamed,
        reports,
        ...(cut === 'type' ? [] : [patients]),
      ]),
    ),
  })
  const files: Record<InsightFigure, () => InsightFile> = {
    days: () => ({
      fileName: 'days.csv',
      summary: 'Exported the volumes by day',
      headings: ['Day', 'Reports', 'Registrations'],
      batches: asBatch(async () =>
        (await insights.days(caller, query)).map(({ day, reports, patients }) => [day, reports, patients]),
      ),
    }),
    types: () => members('type', 'Report type', ''),
    persons: () => members('person', 'Person', 'Unknown'),
    labs: () => members('lab', 'Lab', 'No lab'),
    waits: () => ({
      fileName: 'time-to-first-opening.csv',
      summary: 'Exported how long reports waited to be opened',
      headings: ['First opened', 'Reports'],
      batches: asBatch(async () =>
        (await insights.waits(caller, query)).map((count, band) => [bandName(band), count]),
      ),
    }),
    deliveries: () => ({
      fileName: 'time-from-sent-to-opened.csv',
      summary: 'Exported how soon patients opened what was sent',
      headings: [
        'Channel',
        'Sent',
        'Opened',
        'Within 1 hour',
        'Within 1 day',
        'Within 3 days',
        'Median in Seconds',
      ],
      batches: asBatch(async () =>
        (await insights.deliveryTimes(caller, query)).channels.map((times) => [
          times.channel,
          times.sent,
          ...(times.channel === 'paper'
            ? [null, null, null, null]
            : [times.opened, times.openedWithinHour, times.openedWithinDay, times.openedWithinThreeDays]),
          times.medianSeconds,
        ]),
      ),
    }),
    alone: () => ({
      fileName: 'releases-alone-on-duty.csv',
      summary: 'Exported the releases alone on duty',
      headings: ['Released alone on duty', 'Reviewed within 24 hours', 'Not reviewed'],
      batches: asBatch(async () => {
        const { released, reviewedInTime, notReviewed } = await insights.aloneReleases(caller, query)
        return [[released, reviewedInTime, notReviewed]]
      }),
    }),
    turnaround: () => ({
      fileName: 'turn-around-by-type.csv',
      summary: 'Exported the turn-around by report type',
      headings: ['Report type', ...TURNAROUND_HEADINGS],
      batches: asBatch(async () =>
        (await insights.turnaround(caller, query)).types.map((type) => [
          type.title,
          ...turnaroundCells(type),
        ]),
      ),
    }),
    'turnaround-weekdays': () => ({
      fileName: 'turn-around-by-weekday.csv',
      summary: 'Exported the turn-around by weekday',
      headings: ['Weekday', ...TURNAROUND_HEADINGS],
      batches: asBatch(async () =>
        (await insights.turnaround(caller, query)).weekdays.map((day) => [
          WEEKDAYS[day.weekday - 1] ?? '',
          ...turnaroundCells(day),
        ]),
      ),
    }),
    unopened: () => ({
      fileName: 'unopened-reports.csv',
      summary: 'Exported the list of unopened reports',
      headings: UNOPENED_HEADINGS,
      batches: unopenedRows(insights, caller, query),
    }),
  }
  return files[query.figure]()
}

async function* unopenedRows(
  insights: InsightService,
  caller: Caller,
  query: InsightQuery,
): AsyncGenerator<CsvCell[][]> {
  for await (const batch of insights.unopened(caller, query))
    yield batch.map((report) => [
      report.id,
      report.title,
      report.reportType.title,
      report.patient.fullName,
      `${PATIENT_ID_PREFIX}${report.patient.id}`,
      report.lab?.name ?? 'No lab',
      report.publishedBy.fullName,
      report.createdAt,
    ])
}
