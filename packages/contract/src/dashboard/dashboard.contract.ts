import { defineEndpoint, envelope } from '../endpoint.ts'
import { timestamp } from '../fields/query-fields.ts'
import { patientRowSchema } from '../patients/patients.contract.ts'
import { reportSchema } from '../reports/reports.contract.ts'
import { visitFactsSchema } from '../visits/visit-records.ts'
import { z } from '../zod.ts'
import { LAB_PROBLEMS, TO_DO_KINDS } from './to-do-kinds.ts'

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

const toDoKind = z.enum(TO_DO_KINDS)

const toDoItemSchema = z.object({
  kind: toDoKind,
  /** Where it is done. */
  record: z.object({ type: z.enum(['report', 'unreleased', 'patient', 'inbox', 'lab']), id: z.number() }),
  /** The missing or waiting record, such as the title of a report. */
  title: z.string(),
  patient: z.nullable(z.object({ id: z.number(), fullName: z.string() })),
  /** Due, or waiting since; null for a lab. */
  at: z.nullable(timestamp),
  isLate: z.boolean(),
  isCritical: z.boolean(),
  /** Report: opened already, but published by someone else since the caller’s last visit. */
  isNew: z.boolean(),
  visit: z.nullable(visitFactsSchema),
  /** Lab: what needs attention there, and how often. `receiverName` is that of the first receiver. */
  problem: z.nullable(
    z.object({ name: z.enum(LAB_PROBLEMS), count: z.number(), receiverName: z.nullable(z.string()) }),
  ),
})
export type ToDoItem = z.output<typeof toDoItemSchema>

export const toDoSchema = z.object({
  /** The kinds of the caller's role, most urgent first; counts stop at `TO_DO_COUNT_LIMIT`. */
  kinds: z.array(z.object({ kind: toDoKind, count: z.number() })),
  /** The first of each kind: critical results, then what is late, then by kind. */
  items: z.array(toDoItemSchema),
})
export type ToDo = z.output<typeof toDoSchema>

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
      'Own publications of today (Technician), or counts with the days of their lists and the last backup (Admin)',
    response: envelope({ data: dashboardWorkSchema }),
  }),
  getToDo: defineEndpoint({
    method: 'GET',
    path: '/user/dashboard/toDo',
    shows: 'toDo',
    access: 'staff',
    patientData: 'list',
    summary:
      'What waits for the caller’s role: critical results, releases, corrections, visits, files, reports to review, or labs that need attention (Admin)',
    response: envelope({ data: toDoSchema }),
  }),
  countToDo: defineEndpoint({
    method: 'GET',
    path: '/user/dashboard/toDoCount',
    shows: 'toDo',
    access: 'staff',
    summary: 'How much waits for the caller’s role, without reports that were marked as seen',
    query: z.object({ seenUntil: z.optional(timestamp) }),
    response: envelope({ data: z.object({ count: z.number() }) }),
  }),
}
