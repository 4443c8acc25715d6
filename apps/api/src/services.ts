import type { BaseContext } from './core/context.ts'
import { createFileTries } from './core/file-tries.ts'
import { compose } from './core/module.ts'
import { createRateLimiter } from './core/rate-limits/rate-limits.service.ts'
import { type ActivityPorts, activityModule } from './modules/activity/activity.routes.ts'
import { authModule } from './modules/auth/auth.module.ts'
import type { AuthPorts } from './modules/auth/auth.routes.ts'
import { criticalModule } from './modules/critical/critical.module.ts'
import { dashboardModule } from './modules/dashboard/dashboard.routes.ts'
import { deliveriesModule } from './modules/deliveries/deliveries.module.ts'
import { enqueueSending } from './modules/deliveries/sending/send-job.ts'
import { fhirModule } from './modules/fhir/fhir.module.ts'
import { filesModule, type FilePorts } from './modules/files/files.module.ts'
import { idempotencyModule } from './modules/idempotency/idempotency.service.ts'
import { heldSendingsModule } from './modules/installation/held-sendings.routes.ts'
import { inboxModule } from './modules/inbox/inbox.module.ts'
import { insightsModule } from './modules/insights/insights.routes.ts'
import { integrityModule } from './modules/integrity/integrity.service.ts'
import { integrationsModule } from './modules/integrations/integrations.module.ts'
import { labsModule } from './modules/labs/labs.routes.ts'
import { monitoringModule } from './modules/monitoring/monitoring.routes.ts'
import type { PatientPorts } from './modules/patients/patient-ports.ts'
import { patientsModule } from './modules/patients/patients.module.ts'
import { reportPageModule } from './modules/report-page/report-page.routes.ts'
import { reportTypesModule } from './modules/report-types/report-types.routes.ts'
import type { ReportPorts } from './modules/reports/report-ports.ts'
import { reportsModule } from './modules/reports/reports.module.ts'
import { searchModule } from './modules/search/search.routes.ts'
import { settingsModule } from './modules/settings/settings.module.ts'
import type { SettingsPorts } from './modules/settings/settings.service.ts'
import { stampingModule, type StampingPorts } from './modules/stamping/stamping.module.ts'
import { usersModule } from './modules/users/users.routes.ts'
import type { VerificationPorts } from './modules/verification/verification-pages.routes.ts'
import { verificationModule } from './modules/verification/verification.module.ts'
import { enqueueTargets } from './modules/visits/turnaround/turnaround.service.ts'
import { visitsModule } from './modules/visits/visits.module.ts'
import type { VisitPorts } from './modules/visits/visit-settings.service.ts'
import { createListReader } from './platform/database/list-reader.ts'
import {
  measureMailer,
  measureReplica,
  measureScanner,
  measureSmsGateway,
  measureStorage,
} from './platform/metrics/measured.ts'
import { type Platform, createFileProcesses } from './start/platform.ts'
import { backupsModule } from './modules/backups/backups.routes.ts'

type Ports = SettingsPorts &
  ActivityPorts &
  AuthPorts &
  FilePorts &
  PatientPorts &
  VisitPorts &
  ReportPorts &
  VerificationPorts &
  StampingPorts

const contextOf = (platform: Platform): BaseContext => {
  const { database, replica, metrics, scanner, reportFailure } = platform
  measureReplica(replica, metrics)
  return {
    ...platform,
    readList: createListReader({
      primary: database,
      replica,
      onRead: (source) => metrics.listReads.inc({ source }),
    }),
    storage: measureStorage(platform.storage, metrics),
    mailer: measureMailer(platform.mailer, metrics),
    smsGateway: measureSmsGateway(platform.smsGateway, metrics),
    scanner: scanner && measureScanner(scanner, metrics),
    rateLimiter: (name, limit) => createRateLimiter({ database, name, limit }),
    tryFile: createFileTries((error) => reportFailure(error, 'a file could not be processed')),
  }
}

/** Each module uses the services of those before it. What it needs of a later one is a port. */
export const createServices = (platform: Platform) => {
  const ports: Ports = {
    onTimeZoneChange: enqueueTargets,
    getLab: (...record) => services.labs.get(...record),
    findPatient: (...record) => services.patients.find(...record),
    findReport: (...record) => services.reports.find(...record),
    preferencesOf: (user) => services.preferences.get({ user }),
    stampedFiles: {
      replace: (...file) => services.stampedFiles.replace(...file),
      make: (...file) => services.stampedFiles.make(...file),
      findSlip: (fileName) => services.stampedFiles.findSlip(fileName),
    },
    listReports: (...patient) => services.reports.listInPatient(...patient),
    addVisit: (...visit) => services.visits.addIn(...visit),
    endDeliveries: (...ended) => services.deliveries.endAccessOfDelegates(...ended),
    cancelQueued: (...withdrawn) => services.deliveries.cancelWithoutConsent(...withdrawn),
    enqueueSending,
    endVisitLink: (...moved) => services.links.visitLinks.endOfMoved(...moved),
    onCopyMade: (fileName) => services.sender.enqueueWithCopy(fileName),
    assignCode: (...version) => services.codes.assign(...version),
    flagCritical: (...flag) => services.critical.flagIn(...flag),
    closeItem: (...item) => services.inboxPublishing.closeReleased(...item),
    findPublicLogo: (labId) => services.pictures.findPublicLogo(labId),
  }
  const { fileProcesses = createFileProcesses() } = platform
  const { services, modules } = compose({ ...platform, ...contextOf(platform), ...fileProcesses, ...ports })
    .add(settingsModule)
    .add(activityModule)
    .add(idempotencyModule)
    .add(authModule)
    .add(usersModule)
    .add(labsModule)
    .add(filesModule)
    .add(reportTypesModule)
    .add(patientsModule)
    .add(visitsModule)
    .add(reportsModule)
    .add(verificationModule)
    .add(stampingModule)
    .add(criticalModule)
    .add(inboxModule)
    .add(deliveriesModule)
    .add(heldSendingsModule)
    .add(integrationsModule)
    .add(fhirModule)
    .add(insightsModule)
    .add(backupsModule)
    .add(dashboardModule)
    .add(searchModule)
    .add(reportPageModule)
    .add(integrityModule)
    .add(monitoringModule)
  return { services, modules }
}
export type Services = ReturnType<typeof createServices>['services']
