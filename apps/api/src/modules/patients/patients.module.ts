import type { Context } from '../../core/context.ts'
import { defineModule, EVERY_MINUTE } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { createAgingOutService } from './delegates/aging-out.service.ts'
import { createDelegateExpiry } from './delegates/delegate-expiry.service.ts'
import { delegateRoutes } from './delegates/delegates.routes.ts'
import { createDelegateService } from './delegates/delegates.service.ts'
import { createPatientDuplicateService } from './directory/patient-duplicates.service.ts'
import { patientRoutes } from './directory/patients.routes.ts'
import { createPatientService } from './directory/patients.service.ts'
import { patientExportRoutes } from './export/patient-export.routes.ts'
import { createPatientExportService } from './export/patient-export.service.ts'
import { createImportWorker } from './import/import-worker.ts'
import { patientImportRoutes } from './import/patient-imports.routes.ts'
import {
  createPatientImportService,
  REMOVE_OLD_IMPORTS,
  WORK_ON_IMPORTS,
} from './import/patient-imports.service.ts'
import type { PatientPorts } from './patient-ports.ts'
import { createContactConsentService } from './record/contact-consent.service.ts'
import { createPatientMergeService } from './record/patient-merge.service.ts'
import { patientRecordRoutes } from './record/patient-records.routes.ts'
import { createPatientRecordService } from './record/patient-records.service.ts'
import { createRetentionService } from './record/retention.service.ts'

export const patientsModule = (
  given: Context & PatientPorts & { activity: ActivityService; settings: SettingsService },
) => {
  const context = { ...given, patients: createPatientService(given) }
  const importWorker = createImportWorker(context)
  const patientImports = createPatientImportService(context)
  const delegateExpiry = createDelegateExpiry(context)
  const services = {
    patients: context.patients,
    patientRecords: createPatientRecordService(context),
    patientDuplicates: createPatientDuplicateService(context),
    patientMerges: createPatientMergeService(context),
    patientExports: createPatientExportService(context),
    patientImports,
    importWorker,
    retention: createRetentionService(context),
    contactConsents: createContactConsentService(context),
    delegates: createDelegateService(context),
    delegateExpiry,
    agingOut: createAgingOutService(context),
  }
  const all = { ...context, ...services }
  return defineModule({
    services,
    routes(app) {
      patientRoutes(app, all)
      patientRecordRoutes(app, all)
      patientExportRoutes(app, all)
      patientImportRoutes(app, all)
      delegateRoutes(app, all)
    },
    jobs: {
      // Queued with every upload, and every minute for imports whose process was killed.
      [WORK_ON_IMPORTS]: { kind: 'upkeep', at: EVERY_MINUTE, run: () => importWorker.run() },
      [REMOVE_OLD_IMPORTS]: { kind: 'upkeep', at: '27 * * * *', run: () => patientImports.removeOld() },
      // One run is at 00:10 in the labs' time zone, for any UTC offset.
      'end-delegate-access': { kind: 'upkeep', at: '10,25,40,55 * * * *', run: () => delegateExpiry.run() },
    },
  })
}
