import { defineEndpoint, envelope } from './endpoint.ts'
import { dashboardWorkSchema } from './dashboard-work.contract.ts'
import { patientRowSchema } from './patients.contract.ts'
import { reportSchema } from './reports.contract.ts'
import { z } from './zod.ts'

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
