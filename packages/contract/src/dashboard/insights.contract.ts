import { DELIVERY_CHANNELS, INSIGHT_PERIODS, type InsightPeriod } from '../limits.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import {
  dateRangeFields,
  idFilter,
  limitField,
  pageField,
  paginationSchema,
  timestamp,
} from '../fields/query-fields.ts'
import { z } from '../zod.ts'

export const DEFAULT_INSIGHT_PERIOD: InsightPeriod = '30d'

export const INSIGHT_FIGURES = [
  'days',
  'types',
  'persons',
  'labs',
  'waits',
  'deliveries',
  'alone',
  'turnaround',
  'turnaround-weekdays',
  'unopened',
] as const
export type InsightFigure = (typeof INSIGHT_FIGURES)[number]

/** A date range overrides a named period and covers at most PERIOD_MAX_DAYS. */
export const insightQuery = z.object({
  period: z.catch(z._default(z.enum(INSIGHT_PERIODS), DEFAULT_INSIGHT_PERIOD), DEFAULT_INSIGHT_PERIOD),
  ...dateRangeFields,
  labId: idFilter,
})
export type InsightQuery = z.output<typeof insightQuery>

const volumes = { reports: z.number(), patients: z.number() }

/** A day with at least one event; other days are omitted. */
const daySchema = z.object({ day: z.string(), ...volumes })
export type DayVolume = z.output<typeof daySchema>

/** The totals of one lab, person or report type; patients have no report type. */
const memberSchema = z.object({
  /** 0: no lab (the Admin's reports) or an unknown person. */
  id: z.number(),
  name: z.nullable(z.string()),
  ...volumes,
})
export type MemberVolume = z.output<typeof memberSchema>

/** The largest members first, up to a limit; `count` is the total number. */
const breakdownSchema = z.object({ members: z.array(memberSchema), count: z.number() })
export type Breakdown = z.output<typeof breakdownSchema>

const periodSchema = {
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  days: z.array(daySchema),
  types: breakdownSchema,
}

export const trendSchema = z.object(periodSchema)
export type Trend = z.output<typeof trendSchema>

export const insightsSchema = z.object({
  ...periodSchema,
  /** Null: all labs together. */
  lab: z.nullable(z.object({ id: z.number(), name: z.string() })),
  persons: breakdownSchema,
  /** Empty for one lab. */
  labs: breakdownSchema,
  totals: z.object({ ...volumes, opened: z.number() }),
  /** The number of reports first opened within each of WAIT_BANDS. */
  waits: z.array(z.number()),
})
export type Insights = z.output<typeof insightsSchema>

/** Links of one channel, sent or handed over, and how soon patients opened the report. Paper is only handed over. */
const channelTimesSchema = z.object({
  channel: z.enum(DELIVERY_CHANNELS),
  sent: z.number(),
  opened: z.number(),
  openedWithinHour: z.number(),
  openedWithinDay: z.number(),
  openedWithinThreeDays: z.number(),
  /** Median of the opened reports; null if none was opened. */
  medianSeconds: z.nullable(z.number()),
})
export type ChannelTimes = z.output<typeof channelTimesSchema>

export const deliveryTimesSchema = z.object({
  channels: z.array(channelTimesSchema),
  /** True when only the newest DELIVERY_TIMES_LIMIT messages are counted. */
  isPartial: z.boolean(),
})
export type DeliveryTimes = z.output<typeof deliveryTimesSchema>

const turnaroundSchema = {
  measured: z.number(),
  /** Reports of types with a target, including missing ones that are overdue. */
  withTarget: z.number(),
  onTime: z.number(),
  /** Working minutes within which half, and nine of ten, were published. */
  p50: z.nullable(z.number()),
  p90: z.nullable(z.number()),
}

export const turnaroundsSchema = z.object({
  /** False when no lab in scope uses visits. */
  isUsed: z.boolean(),
  /** Most measured first. */
  types: z.array(z.object({ id: z.number(), title: z.string(), ...turnaroundSchema })),
  /** Grouped by the day of the receipt or collection; 1 is Monday. Without days on which nothing was received. */
  weekdays: z.array(z.object({ weekday: z.number(), ...turnaroundSchema })),
  /** True when only the newest TURNAROUND_LIMIT visits are measured. */
  isPartial: z.boolean(),
})
export type Turnarounds = z.output<typeof turnaroundsSchema>

export const unopenedReportSchema = z.object({
  id: z.number(),
  title: z.string(),
  reportType: z.object({ title: z.string() }),
  patient: z.object({ id: z.number(), fullName: z.string() }),
  lab: z.nullable(z.object({ name: z.string() })),
  publishedBy: z.object({ fullName: z.string() }),
  createdAt: timestamp,
})
export type UnopenedReport = z.output<typeof unopenedReportSchema>

const aloneReleasesSchema = z.object({
  /** True if the lab, or any lab of the Admin, requires two people. */
  isUsed: z.boolean(),
  released: z.number(),
  reviewedInTime: z.number(),
  notReviewed: z.number(),
})
export type AloneReleases = z.output<typeof aloneReleasesSchema>

export const insightEndpoints = {
  trend: defineEndpoint({
    method: 'GET',
    path: '/insights/trend',
    shows: 'dashboard',
    access: 'reports:view',
    summary: 'Reports and registrations of the last 30 days in the caller’s scope, by day and type',
    response: envelope({ data: trendSchema }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/insights/figures',
    shows: 'dashboard',
    access: 'insights:view',
    summary: 'Totals by day, lab, type and person, and how long reports waited to be opened',
    query: insightQuery,
    response: envelope({ data: insightsSchema }),
  }),
  deliveryTimes: defineEndpoint({
    method: 'GET',
    path: '/insights/deliveries',
    shows: 'dashboard',
    access: 'insights:view',
    summary: 'How soon patients opened what was sent in a period, by channel; of the newest 100,000 messages',
    query: insightQuery,
    response: envelope({ data: deliveryTimesSchema }),
  }),
  aloneReleases: defineEndpoint({
    method: 'GET',
    path: '/insights/aloneReleases',
    shows: 'dashboard',
    access: 'insights:view',
    summary:
      'Reports of a period that their author released alone on duty, and how many another Doctor reviewed within 24 hours or not yet',
    query: insightQuery,
    response: envelope({ data: aloneReleasesSchema }),
  }),
  turnaround: defineEndpoint({
    method: 'GET',
    path: '/insights/turnaround',
    shows: 'dashboard',
    access: 'insights:view',
    summary:
      'Working time from receipt, or collection, to the first report of each type, of visits received in a period; overdue reports count as late',
    query: insightQuery,
    response: envelope({ data: turnaroundsSchema }),
  }),
  listUnopened: defineEndpoint({
    method: 'GET',
    path: '/insights/unopened',
    shows: 'dashboard',
    access: 'insights:view',
    patientData: 'list',
    summary: 'Reports that only their publisher has opened, oldest first; counts up to 10,000',
    query: z.extend(insightQuery, { page: pageField, limit: limitField }),
    response: envelope({ data: z.array(unopenedReportSchema), pagination: paginationSchema }),
  }),
  exportCsv: defineEndpoint({
    method: 'GET',
    path: '/insights/export',
    access: 'insights:view',
    summary: 'One of the figures as a CSV file',
    query: z.extend(insightQuery, { figure: z.catch(z.enum(INSIGHT_FIGURES), 'days') }),
    response: 'file',
    file: 'export',
  }),
}
