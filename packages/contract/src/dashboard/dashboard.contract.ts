import { defineEndpoint, envelope } from '../endpoint.ts'
import { timestamp } from '../fields/query-fields.ts'
import { patientRowSchema } from '../patients/patients.contract.ts'
import { reportSchema } from '../reports/reports.contract.ts'
import { z } from '../zod.ts'

/** `totalUsers` and `totalLabs` are 0 for everyone but the Admin (AMB-34). */
export const dashboardSchema = z.object({
  recentPatients: z.array(patientRowSchema),
  recentReports: z.array(reportSchema),
  totalUsers: z.number(),
  totalReports: z.number(),
  totalPatients: z.number(),
  newPatientsThisWeek: z.number(),
  totalLabs: z.number(),
})
export type Dashboard = z.output<typeof dashboardSchema>

const reportGroupSchema = z.object({
  reports: z.array(reportSchema),
  total: z.number(),
  /** True when counting stopped at `DASHBOARD_COUNT_LIMIT`. */
  isEstimate: z.boolean(),
})
export type ReportGroup = z.output<typeof reportGroupSchema>

const plainDay = z.iso.date()

/** The count, and the date range of the list that shows the counted records. */
const countedDaysSchema = z.object({ count: z.number(), fromDate: plainDay, toDate: plainDay })
export type CountedDays = z.output<typeof countedDaysSchema>

/** Sections for other roles are null. */
export const dashboardWorkSchema = z.object({
  publishedToday: z.nullable(reportGroupSchema),
  /** Doctor: reports of the lab that only their publisher has opened, newest first. */
  unopened: z.nullable(reportGroupSchema),
  /** Doctor: published by others since the last visit or within 24 hours, whichever is longer, up to a week. */
  newReports: z.nullable(z.extend(reportGroupSchema, { since: timestamp })),
  /** Admin: totals across all labs. */
  morning: z.nullable(
    z.object({
      publishedYesterday: countedDaysSchema,
      publishedToday: countedDaysSchema,
      /** Date range of the unopened reports: the last 90 days without the last `NEVER_OPENED_DAYS`. */
      neverOpened: z.extend(countedDaysSchema, { isEstimate: z.boolean() }),
      withdrawn: countedDaysSchema,
      backup: z.object({
        isSetUp: z.boolean(),
        isOverdue: z.boolean(),
        lastBackupAt: z.nullable(timestamp),
        /** Time at which a backup was last read completely or restored without problems. */
        lastVerifiedAt: z.nullable(timestamp),
      }),
    }),
  ),
})
export type DashboardWork = z.output<typeof dashboardWorkSchema>

export const dashboardEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/user/dashboard',
    access: 'staff',
    patientData: 'list',
    summary: 'Counters and the newest patients and reports in the caller’s scope',
    response: envelope({ data: dashboardSchema }),
  }),
  getWork: defineEndpoint({
    method: 'GET',
    path: '/user/dashboard/work',
    access: 'staff',
    patientData: 'list',
    summary:
      'What the caller’s role has to do or to know today: own publications (Technician), unopened and new reports (Doctor), counts with the days of their lists and the last backup (Admin)',
    response: envelope({ data: dashboardWorkSchema }),
  }),
}
