import { timestamp } from './query-fields.ts'
import { reportSchema } from './reports.contract.ts'
import { z } from './zod.ts'

/** The first reports of a group, and how many there are. */
const reportGroupSchema = z.object({
  reports: z.array(reportSchema),
  total: z.number(),
  /** True when counting stopped at `DASHBOARD_COUNT_LIMIT`. */
  isEstimate: z.boolean(),
})
export type ReportGroup = z.output<typeof reportGroupSchema>

const plainDay = z.iso.date()

/** A number, and the days of the list that shows what was counted. */
const countedDaysSchema = z.object({ count: z.number(), fromDate: plainDay, toDate: plainDay })
export type CountedDays = z.output<typeof countedDaysSchema>

/** What is to be done or to be known today. Parts that the caller's role has no use for are null. */
export const dashboardWorkSchema = z.object({
  /** Technician: the caller's publications of today, newest first. */
  publishedToday: z.nullable(reportGroupSchema),
  /** Doctor: reports of the lab that only their publisher has opened, newest first. */
  unopened: z.nullable(reportGroupSchema),
  /**
   * Doctor: published by others since the last visit, or within 24 hours when that was later; at most a week, newest
   * first.
   */
  newReports: z.nullable(z.extend(reportGroupSchema, { since: timestamp })),
  /** Admin: all labs together. */
  morning: z.nullable(
    z.object({
      /** Days of the reports list. */
      publishedYesterday: countedDaysSchema,
      publishedToday: countedDaysSchema,
      /** Days of the list of unopened reports: the last 90 without the last `NEVER_OPENED_DAYS`. */
      neverOpened: z.extend(countedDaysSchema, { isEstimate: z.boolean() }),
      /** Days of the activity log with the action report.withdraw: the last seven. */
      withdrawn: countedDaysSchema,
      backup: z.object({
        isSetUp: z.boolean(),
        isOverdue: z.boolean(),
        lastBackupAt: z.nullable(timestamp),
        /** When a backup was last read completely or restored without problems. */
        lastVerifiedAt: z.nullable(timestamp),
      }),
    }),
  ),
})
export type DashboardWork = z.output<typeof dashboardWorkSchema>
