import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
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
  serve(app, contract.settings.getGeneral, async () => ({ data: await settings.getGeneral() }))
  serve(app, contract.settings.getContact, async () => ({ data: await settings.getGeneral() }))
  serve(app, contract.settings.getSecurity, async () => ({ data: await settings.getSecurity() }))
  serve(app, contract.settings.updateGeneral, async ({ body }, request) => ({
    message: SUCCESS.saved,
    data: await settings.updateGeneral(callerOf(request), body),
  }))
  serve(app, contract.settings.updateSecurity, async ({ body }, request) => ({
    message: SUCCESS.saved,
    data: await settings.updateSecurity(callerOf(request), body),
  }))
  serve(app, contract.settings.getBrand, async () => ({ data: await settings.brand() }))
  serve(app, contract.settings.getSetupChecklist, async () => ({ data: await setupChecklist.read() }))
  serve(app, contract.settings.dismissSetupChecklist, async (_, request) => ({
    data: await setupChecklist.dismiss(callerOf(request)),
  }))
  serve(app, contract.settings.sendTestMail, async (_, request) => ({
    message: SUCCESS.testMailSent,
    data: await setupChecklist.sendTestMail(callerOf(request)),
  }))
  logoRoutes(app, { logo })
}
