import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { forbidden } from '../../../core/app-error.ts'
import { fieldOf } from '../../../core/public-page/page-request.ts'
import { addPublicPages } from '../../../http/public-pages.ts'
import type { SettingsService } from '../../settings/settings.service.ts'
import { linkCookies } from './link-cookies.ts'
import { linkFileRoutes } from './link-files.routes.ts'
import { linkTokenOf } from './link-page-context.ts'
import { linkPassRoutes } from './link-passes.routes.ts'
import { linkPageRoutes } from './link-pages.routes.ts'
import { createLinkRequests } from './link-requests.ts'
import type { LinkService } from './links.service.ts'
import { failurePage, unknownPage } from './pages/message-pages.ts'

/**
 * Patient pages at `/r/{token}`: plain HTML for any phone, separate from the staff's application. Without a session,
 * GET has no side effects, because mail scanners open links.
 */
export const linkRoutes = async (
  app: FastifyInstance,
  {
    links,
    settings,
    publicUrl,
  }: Pick<Context, 'publicUrl'> & {
    links: LinkService
    settings: Pick<SettingsService, 'timeZone' | 'pageSettings' | 'supportContact'>
  },
): Promise<void> => {
  const requests = createLinkRequests({ links, settings, cookies: linkCookies(publicUrl) })

  const requireFormKey = async (request: FastifyRequest) => {
    if (!request.routeOptions.config.hasFormKey) return
    const cookie = requests.cookies.readForm(request)
    if (!links.formKeys.isRight(fieldOf(request.body, 'key'), cookie, linkTokenOf(request)))
      throw forbidden('FOREIGN_ORIGIN')
    await links.formLimiter.attempt({ address: request.ip })
  }

  await addPublicPages(app, {
    prefix: '/r',
    failurePageOf: (request, { status, retryAfterSeconds }) => {
      const context = requests.failureContextOf(request)
      return status === 404 ? unknownPage(context) : failurePage(context, status, retryAfterSeconds)
    },
    addRoutes: (scope) => {
      scope.addHook('preHandler', requireFormKey)
      linkPageRoutes(scope, requests)
      linkFileRoutes(scope, requests)
      linkPassRoutes(scope, requests, publicUrl.replace(/^https?:\/\//, ''))
    },
  })
}
