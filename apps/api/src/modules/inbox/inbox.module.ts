import type { Context } from '../../core/context.ts'
import { defineModule, EVERY_MINUTE } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { CriticalService } from '../critical/critical.service.ts'
import type { OrphanedUploadService } from '../files/orphans/orphaned-uploads.service.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import type { UploadQuotaService } from '../files/upload/upload-quota.service.ts'
import type { PageDrawer } from '../inspection/page-drawer.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { ReportTypeService } from '../report-types/report-types.service.ts'
import type { PublishingService } from '../reports/publishing/publishing.service.ts'
import type { UnreleasedService } from '../reports/release/unreleased.service.ts'
import type { ReportPorts } from '../reports/report-ports.ts'
import type { AmendmentService } from '../reports/versions/amendment.service.ts'
import type { StatedVisitService } from '../visits/stated-visit.service.ts'
import { createHl7Messages } from './hl7/hl7-messages.service.ts'
import { inboxSettingsRoutes } from './inbox-settings.routes.ts'
import { inboxRoutes } from './inbox.routes.ts'
import { measureIntake } from './intake/intake-metrics.ts'
import { PUBLISH_AUTOMATICALLY } from './intake/adding.ts'
import { createIntake } from './intake/intake.service.ts'
import { createInboxFileService } from './items/inbox-files.service.ts'
import { createInboxItemService } from './items/inbox-items.service.ts'
import { createItemTypeService } from './items/item-types.service.ts'
import { createMatcher } from './matching/matching.service.ts'
import { createRematchingService } from './matching/rematching.service.ts'
import { createAutomaticPublishing } from './publishing/automatic-publishing.service.ts'
import { createInboxPublishingService } from './publishing/inbox-publishing.service.ts'
import { createInboxSettingsService } from './settings/inbox-settings.service.ts'
import { createInboxSourceService } from './sources/sources.service.ts'
import { createArchiveService } from './uploads/archives.service.ts'
import { createInboxUploadService } from './uploads/inbox-uploads.service.ts'
import { createReportAdditions } from './intake/additions.ts'

export const inboxModule = (
  given: Context &
    Pick<ReportPorts, 'flagCritical'> & {
      drawer: PageDrawer
      activity: ActivityService
      amendments: AmendmentService
      critical: CriticalService
      files: ReportFileService
      labs: LabService
      orphans: OrphanedUploadService
      publishing: PublishingService
      quota: UploadQuotaService
      reportTypes: ReportTypeService
      statedVisits: StatedVisitService
      unreleased: UnreleasedService
    },
) => {
  const base = { ...given, match: createMatcher(given) }
  const rematching = createRematchingService(base)
  const itemTypes = createItemTypeService(base)
  const inboxPublishing = createInboxPublishingService({ ...base, rematching, itemTypes })
  const context = { ...base, rematching, inboxPublishing, itemTypes }
  const intake = createIntake({ ...context, addToReport: createReportAdditions(context) })
  const intakeOf = (origin: Parameters<typeof measureIntake>[1]) =>
    measureIntake(intake, origin, given.metrics)
  const archives = createArchiveService({ ...context, intake: intakeOf('upload') })
  const automaticPublishing = createAutomaticPublishing(context)
  const hl7Messages = createHl7Messages({ ...context, intake: intakeOf('hl7') })
  const inboxItems = createInboxItemService(context)
  const inboxSettings = createInboxSettingsService(context)
  const services = {
    intake,
    hl7Messages,
    rematching,
    inboxPublishing,
    itemTypes,
    inboxItems,
    inboxFiles: createInboxFileService(context),
    inboxUploads: createInboxUploadService({ ...context, intake: intakeOf('upload'), archives }),
    inboxSettings,
    inboxSources: createInboxSourceService(context),
    automaticPublishing,
  }
  const all = { ...context, ...services }
  return defineModule({
    services,
    routes(app) {
      inboxRoutes(app, all)
      inboxSettingsRoutes(app, all)
    },
    jobs: {
      [PUBLISH_AUTOMATICALLY]: {
        kind: 'upkeep',
        run: (payload: { itemId: number }) => automaticPublishing.run(payload),
      },
      // Patients may have been registered since an item arrived.
      'rematch-inbox': { kind: 'upkeep', at: EVERY_MINUTE, run: () => rematching.rematchAll() },
      'remove-old-hl7-messages': {
        kind: 'upkeep',
        at: '32 * * * *',
        run: () => hl7Messages.removeOldMessages(),
      },
      'remove-old-inbox-items': {
        kind: 'upkeep',
        at: '33 * * * *',
        async run() {
          await inboxItems.removeOldRejected()
          await inboxSettings.removeOldTexts()
        },
      },
    },
  })
}
