import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { PatientService } from '../patients/directory/patients.service.ts'
import type { ReportTypeService } from '../report-types/report-types.service.ts'
import type { VisitMoveService } from '../visits/visit-moves.service.ts'
import type { VisitService } from '../visits/visits.service.ts'
import { createReportGroupService } from './list/report-groups.service.ts'
import { reportRoutes } from './list/reports.routes.ts'
import { createReportService } from './list/reports.service.ts'
import { createPatientMatchService } from './patient-match/patient-match.service.ts'
import { createPatientProposalService } from './patient-match/patient-proposal.service.ts'
import { publishingRoutes } from './publishing/publishing.routes.ts'
import { createPublishingService } from './publishing/publishing.service.ts'
import { createReassignmentService } from './publishing/reassignment.service.ts'
import { createLateReleaseService } from './release/late-releases.service.ts'
import { createReleaseSettingsService } from './release/release-settings.service.ts'
import { releaseRoutes } from './release/release.routes.ts'
import { createReleaseService } from './release/release.service.ts'
import { createReturnedNoticeService } from './release/returned-notices.service.ts'
import { createReturnService } from './release/returns.service.ts'
import { createSuspensionService } from './release/suspension.service.ts'
import { createUnreleasedService } from './release/unreleased.service.ts'
import { createReleaseWorklist } from './release/worklist.service.ts'
import type { ReportPorts } from './report-ports.ts'
import { createAmendmentService } from './versions/amendment.service.ts'

export const reportsModule = (
  given: Context &
    ReportPorts & {
      activity: ActivityService
      files: ReportFileService
      labs: LabService
      patients: PatientService
      reportTypes: ReportTypeService
      visits: VisitService
      visitMoves: VisitMoveService
    },
) => {
  const unreleased = createUnreleasedService(given)
  const base = { ...given, unreleased, reports: createReportService(given) }
  const context = {
    ...base,
    releaseWorklist: createReleaseWorklist(base),
    publishing: createPublishingService(base),
    amendments: createAmendmentService(base),
    returnedNotices: createReturnedNoticeService(base),
  }
  const { reports, releaseWorklist, publishing, amendments, returnedNotices } = context
  const lateReleases = createLateReleaseService(context)
  const services = {
    reports,
    reportGroups: createReportGroupService(context),
    patientMatches: createPatientMatchService(context),
    patientProposals: createPatientProposalService(context),
    unreleased,
    publishing,
    amendments,
    reassignments: createReassignmentService(context),
    releaseWorklist,
    releaseSettings: createReleaseSettingsService(context),
    releases: createReleaseService(context),
    returns: createReturnService(context),
    returnedNotices,
    lateReleases,
    suspensions: createSuspensionService(context),
  }
  const all = { ...context, ...services }
  return defineModule({
    services,
    routes(app) {
      reportRoutes(app, all)
      publishingRoutes(app, all)
      releaseRoutes(app, all)
    },
    jobs: { ...lateReleases.jobs, ...returnedNotices.jobs },
  })
}
