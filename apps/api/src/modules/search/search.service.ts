import type { FoundRecords } from '@zelab/contract'
import { callerCan, type Caller } from '../../core/caller.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { PatientSearchService } from '../patients/directory/patient-search.service.ts'
import type { ReportSearchService } from '../reports/search/report-search.service.ts'

export const createSearchService = (kinds: {
  patients: PatientSearchService
  reports: ReportSearchService
  activity: ActivityService
}) => {
  const mayRead = (caller: Caller) => callerCan(caller, 'reports:view')

  const findRecent = async (caller: Caller): Promise<FoundRecords> => {
    const { patientIds, reportIds } = await kinds.activity.recentViews(caller)
    const [patients, reports] = await Promise.all([
      kinds.patients.findSeen(caller, patientIds),
      mayRead(caller) ? kinds.reports.findSeen(caller, reportIds) : [],
    ])
    return { patients, reports }
  }

  return {
    async records(caller: Caller, typed: string): Promise<FoundRecords> {
      if (typed === '') return findRecent(caller)
      const [patients, reports] = await Promise.all([
        kinds.patients.find(caller, typed),
        mayRead(caller) ? kinds.reports.find(caller, typed) : [],
      ])
      return { patients, reports }
    },
  }
}
