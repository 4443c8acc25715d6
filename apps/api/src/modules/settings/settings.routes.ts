import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { logoRoutes } from './logo.routes.ts'
import type { LogoService } from './logo.service.ts'
import type { SetupChecklistService } from './setup-checklist.service.ts'
import type { SettingsService } from './settings.service.ts'

export const settingsRoutes = (
  app: FastifyInstance,
  {
    settings,
    logo,
    setupChecklist,
  }: { settings: SettingsService; logo: LogoService; setupChecklist: SetupChecklistService },
): void => {
  serve(app, contract.settings.getGeneral, () => settings.getGeneral())
  serve(app, contract.settings.getContact, () => settings.getContact())
  serve(app, contract.settings.getSecurity, () => settings.getSecurity())
  serve(app, contract.settings.updateGeneral, ({ body, caller }) => settings.updateGeneral(caller, body))
  serve(app, contract.settings.updateSecurity, ({ body, caller }) => settings.updateSecurity(caller, body))
  serve(app, contract.settings.getBrand, () => settings.brand())
  serve(app, contract.settings.getSetupChecklist, () => setupChecklist.read())
  serve(app, contract.settings.dismissSetupChecklist, ({ caller }) => setupChecklist.dismiss(caller))
  serve(app, contract.settings.sendTestMail, ({ caller }) => setupChecklist.sendTestMail(caller))
  logoRoutes(app, { logo })
}
