import type { BaseContext } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { FileInspector } from '../inspection/file-inspector.ts'
import { createLogoService } from './logo.service.ts'
import { settingsRoutes } from './settings.routes.ts'
import { createSettingsService, type SettingsPorts } from './settings.service.ts'
import { createSetupChecklistService } from './setup-checklist.service.ts'

export const settingsModule = (
  context: BaseContext & SettingsPorts & { defaultTimeZone: string; inspector: FileInspector },
) => {
  const settings = createSettingsService(context)
  const logo = createLogoService({ ...context, settings })
  const brand = () => logo.mailBrand()
  const services = {
    settings,
    logo,
    setupChecklist: createSetupChecklistService({ ...context, brand }),
    brand,
    timeZone: () => settings.timeZone(),
    storedTimeZone: settings.storedTimeZone,
    uploadLimitMb: async () => (await settings.getGeneral()).uploadLimitMb,
  }
  return defineModule({ services, routes: (app) => settingsRoutes(app, services) })
}
