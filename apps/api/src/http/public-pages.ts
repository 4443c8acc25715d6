import formBody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../core/app-error.ts'
import { STYLE_SOURCE } from '../core/public-page/style.ts'
import { limitRoute } from './anonymous-limits.ts'
import { describeFailure, retryAfterOf } from './error-handler.ts'

const FORM_LIMIT_BYTES = 4 * 1024

const headersOf = (scriptPolicy: string) => ({
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; ${scriptPolicy}style-src ${STYLE_SOURCE}; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
})

export const sendPage = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.status(status).type('text/html; charset=utf-8').send(page)

/** 303, so that a reload does not submit the form again. */
export const goTo = (reply: FastifyReply, href: string): FastifyReply => reply.redirect(href, 303)

export interface PageFailure {
  status: number
  retryAfterSeconds: number | undefined
}

export const addPublicPages = async (
  app: FastifyInstance,
  {
    prefix,
    scriptPolicy = '',
    failurePageOf,
    addRoutes,
  }: {
    prefix: string
    /** Content security policy for the pages' scripts, ending with a semicolon and a space; none by default. */
    scriptPolicy?: string
    failurePageOf: (request: FastifyRequest, failure: PageFailure) => string
    addRoutes: (scope: FastifyInstance) => void
  },
): Promise<void> => {
  const headers = headersOf(scriptPolicy)
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      await scope.register(formBody, { bodyLimit: FORM_LIMIT_BYTES })
      // Excluded from the API description.
      scope.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true }
        limitRoute(route)
      })
      scope.addHook('onRequest', (_, reply, done) => {
        void reply.headers(headers)
        done()
      })
      scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
        const { status } = describeFailure(error, request)
        const retryAfterSeconds = retryAfterOf(error)
        if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
        return sendPage(reply.headers(headers), failurePageOf(request, { status, retryAfterSeconds }), status)
      })
      scope.setNotFoundHandler((request, reply) =>
        sendPage(reply, failurePageOf(request, { status: 404, retryAfterSeconds: undefined }), 404),
      )
      addRoutes(scope)
    },
    { prefix },
  )
}
