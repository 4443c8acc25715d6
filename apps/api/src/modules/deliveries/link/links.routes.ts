import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/app-error.ts'
import { fieldOf } from '../../../core/public-page/page-request.ts'
import { addPublicPages, goTo } from '../../../http/public-pages.ts'
import type { SettingsService } from '../../settings/settings.service.ts'
import { linkCookies } from './link-cookies.ts'
import { createLinkAnswers } from './link-answers.routes.ts'
import { linkCodeRoutes } from './link-codes.routes.ts'
import { linkFileRoutes, linkRecordFileRoutes } from './link-files.routes.ts'
import { documentAddress, isDocumentAddress, linkTokenOf } from './link-page-context.ts'
import { linkPassRoutes } from './link-passes.routes.ts'
import { linkPageRoutes, linkRecordRoutes } from './link-pages.routes.ts'
import { createLinkRequests } from './link-requests.ts'
import type { LinkService } from './links.service.ts'
import { failurePage, unknownPage } from './pages/message-pages.ts'

const DOCUMENT = documentAddress('/:token', ':reportId')

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

  /** The link to a visit leads to one of its reports, or to its own page. */
  const requireDocument = async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await requests.findSlip(request)
    if (!visit && isDocumentAddress(request)) throw notFound()
    if (!visit || (await requests.documentOf(request, visit))) return
    return goTo(reply, (await requests.contextOf(request, reply, { link: visit.slip })).linkHref())
  }

  await addPublicPages(app, {
    prefix: '/r',
    failurePageOf: (request, { status, retryAfterSeconds }) => {
      const context = requests.failureContextOf(request)
      return status === 404 ? unknownPage(context) : failurePage(context, status, retryAfterSeconds)
    },
    addRoutes: (scope) => {
      scope.addHook('preHandler', requireFormKey)
      const answers = createLinkAnswers(requests)
      linkPageRoutes(scope, requests, answers)
      void scope.register(async (below) => {
        below.addHook('preHandler', requireDocument)
        linkRecordRoutes(below, requests)
        linkRecordFileRoutes(below, requests)
        below.get(DOCUMENT, async (request, reply) =>
          answers.sendState(request, reply, await requests.visitOf(request)),
        )
        for (const place of ['/:token', DOCUMENT]) {
          linkCodeRoutes(below, place, requests, answers)
          linkFileRoutes(below, place, requests)
          linkPassRoutes(below, place, requests, publicUrl.replace(/^https?:\/\//, ''))
        }
      })
    },
  })
}
