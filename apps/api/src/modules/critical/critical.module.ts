import type { Clock } from '../../platform/clock.ts'
import type { Database, ReadList } from '../../platform/database/database.ts'
import type { MailBrand } from '../../platform/mail-layout.ts'
import type { Mailer } from '../../platform/mailer.ts'
import type { SmsGateway } from '../../platform/sms-gateway.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { ReleaseWorklist } from '../reports/release/worklist.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import type { FlagCritical } from '../reports/release/unreleased.service.ts'
import { createCriticalListService } from './critical-lists.service.ts'
import { createCriticalSettingsService } from './critical-settings.service.ts'
import { createCriticalService } from './critical.service.ts'
import { createEscalationService } from './escalation.service.ts'

export const createCriticalServices = (dependencies: {
  database: Database
  readList: ReadList
  clock: Clock
  timeZone: () => Promise<string>
  mailer: Mailer
  smsGateway: SmsGateway
  appUrl: string
  brand: () => Promise<MailBrand>
  labs: LabService
  reports: ReportService
  releaseWorklist: ReleaseWorklist
  onFailure: (error: unknown) => void
}) => {
  const critical = createCriticalService(dependencies)
  const flagCritical: FlagCritical = (...flag) => critical.flagIn(...flag)
  return {
    flags: { flagCritical, flagBySender: critical.flagBySender.bind(critical) },
    services: {
      critical,
      criticalLists: createCriticalListService(dependencies),
      criticalSettings: createCriticalSettingsService(dependencies),
      escalation: createEscalationService(dependencies),
    },
  }
}
