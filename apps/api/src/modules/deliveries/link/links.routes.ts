import formBody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden, type AppError } from '../../../core/app-error.ts'
import { describeFailure, retryAfterOf } from '../../../http/error-handler.ts'
import type { SettingsService } from '../../settings/settings.service.ts'
import { linkCookies } from './link-cookies.ts'
import { linkFileRoutes } from './link-files.routes.ts'
import { fieldOf, linkTokenOf } from './link-page-context.ts'
import { linkPageRoutes } from './link-pages.routes.ts'
import { createLinkRequests, sendPage } from './link-requests.ts'
import type { LinkService } from './links.service.ts'
import { failurePage, unknownPage } from './pages/message-pages.ts'
import { STYLE_SOURCE } from './pages/style.ts'

/** A form has a few short fields. */
const FORM_LIMIT_BYTES = 4 * 1024

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE}; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
}

/**
 * The pages for patients at `/r/{token}`: plain HTML for any phone, apart from the staff's application. GET changes and
 * counts nothing without a session, because mail scanners open links.
 */
export const linkRoutes = async (
  app: FastifyInstance,
  {
    links,
    settings,
    publicUrl,
  }: {
    links: LinkService
    settings: Pick<SettingsService, 'timeZone' | 'pageSettings'>
    /** The address of these pages. */
    publicUrl: string
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

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      await scope.register(formBody, { bodyLimit: FORM_LIMIT_BYTES })
      // They are no part of the described API.
      scope.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true }
      })
      scope.addHook('onRequest', (_, reply, done) => {
        void reply.headers(HEADERS)
        done()
      })
      scope.addHook('preHandler', requireFormKey)
      scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
        const { status } = describeFailure(error, request)
        const context = requests.failureContextOf(request)
        const retryAfter = retryAfterOf(error)
        if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
        void reply.headers(HEADERS)
        const page = status === 404 ? unknownPage(context) : failurePage(context, status, retryAfter)
        return sendPage(reply, page, status)
      })
      scope.setNotFoundHandler((request, reply) =>
        sendPage(reply, unknownPage(requests.failureContextOf(request)), 404),
      )
      linkPageRoutes(scope, requests)
      linkFileRoutes(scope, requests)
    },
    { prefix: '/r' },
  )
}
