import { readVerificationCode, contract } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/app-error.ts'
import { browserLanguageOf, chosenLanguageOf, fieldOf } from '../../core/public-page/page-request.ts'
import { addPublicPages, goTo, sendPage } from '../../http/public-pages.ts'
import { sendPageImage, sendStoredFile } from '../../http/stored-file-response.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { CHECK_FILE_POLICY } from './pages/check-file-script.ts'
import { codeFormPage, failurePage } from './pages/code-form-page.ts'
import { findingOf, resultPage, unknownCodePage, shownReportPage } from './pages/result-page.ts'
import { frameOf, type VerificationFrame } from './pages/verification-frame.ts'
import { placeOf } from './verification-codes.service.ts'
import { stateOf, type VerificationService } from './verification.service.ts'
import type { ViewingPassService } from './viewing-passes.service.ts'
import { serve } from '../../http/serve.ts'

export const verificationRoutes = (
  app: FastifyInstance,
  { verification }: { verification: VerificationService },
): void => {
  serve(app, contract.reports.getVerification, ({ params, caller }) =>
    verification.describe(caller, params.id),
  )
}

const UNKNOWN = 404
const UNACCEPTED = 422
const SHA256 = /^[0-9a-f]{64}$/
const SESSION = /^[\w-]{43}$/
/** The address in a QR code is in upper case. */
const PREFIXES = ['/v', '/V']

const visitorOf = (request: FastifyRequest) => ({ address: request.ip, requestId: request.id })

/** Implemented by later modules. */
export interface VerificationPorts {
  findPublicLogo: (
    labId: number,
  ) => Promise<{ content: Buffer; mediaType: string; version: number } | undefined>
}

/** Public pages: no route reads a session of the staff or of a patient. */
export const verificationPageRoutes = async (
  app: FastifyInstance,
  {
    verification,
    viewingPasses,
    settings,
    findPublicLogo,
    publicUrl,
  }: Pick<Context, 'publicUrl'> &
    VerificationPorts & {
      verification: VerificationService
      viewingPasses: ViewingPassService
      settings: Pick<SettingsService, 'timeZone' | 'pageSettings'>
    },
): Promise<void> => {
  const host = placeOf(publicUrl)
  const { protocol } = new URL(publicUrl)
  const cookie = protocol === 'https:' ? '__Secure-report-pass' : 'report-pass'
  const flagsOf = (code: string) =>
    ({ path: `/v/${code}/report`, httpOnly: true, sameSite: 'lax', secure: protocol === 'https:' }) as const

  const frameWith = (
    request: FastifyRequest,
    shown?: Pick<Parameters<typeof frameOf>[0], 'timeZone' | 'brand'>,
  ): VerificationFrame => {
    const chosen = chosenLanguageOf(request)
    const code = readVerificationCode(fieldOf(request.params, 'code'))
    return frameOf({
      language: chosen ?? browserLanguageOf(request),
      isChosen: chosen !== undefined,
      path: code === undefined ? '' : `/${code}`,
      host,
      timeZone: shown?.timeZone,
      brand: shown?.brand,
    })
  }
  const frame = async (request: FastifyRequest) =>
    frameWith(request, { timeZone: await settings.timeZone(), brand: await settings.pageSettings() })

  const sendMalformed = async (request: FastifyRequest, reply: FastifyReply, typed: string) => {
    const page = await frame(request)
    return sendPage(reply, codeFormPage(page, { typed, error: page.texts.codeMalformed }), UNACCEPTED)
  }
  const sendUnknown = async (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply, unknownCodePage(await frame(request)), UNKNOWN)

  const typedCodeOf = (request: FastifyRequest) => fieldOf(request.params, 'code')
  const resultHref = (request: FastifyRequest, page: VerificationFrame) => {
    const code = readVerificationCode(typedCodeOf(request))
    return page.href(code === undefined ? '' : `/${code}`)
  }
  const shownOf = async (request: FastifyRequest) => {
    const code = readVerificationCode(typedCodeOf(request))
    const session = request.cookies[cookie]
    if (code === undefined || session === undefined || !SESSION.test(session)) return undefined
    const file = await viewingPasses.findShown(code, session)
    return file && { code, file }
  }

  const addRoutes = (scope: FastifyInstance) => {
    scope.get('/', async (request, reply) => {
      const typed = fieldOf(request.query, 'code')
      if (typed === '') return sendPage(reply, codeFormPage(await frame(request)))
      const code = readVerificationCode(typed)
      if (code === undefined) return sendMalformed(request, reply, typed)
      return goTo(reply, (await frame(request)).href(`/${code}`))
    })

    // Not rate limited like codes, because it reveals nothing about them.
    scope.get('/logo/:labId', async (request, reply) => {
      const labId = Number(/^[1-9]\d{0,14}$/.exec(fieldOf(request.params, 'labId'))?.[0])
      const asked = fieldOf(request.query, 'v')
      const logo = labId ? await findPublicLogo(labId) : undefined
      if (!logo) throw notFound()
      const etag = `"${logo.version}"`
      void reply.headers({
        etag,
        'cache-control': asked === String(logo.version) ? 'public, max-age=86400' : 'no-cache',
      })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      return reply.type(logo.mediaType).send(logo.content)
    })

    scope.get('/:code', async (request, reply) => {
      const code = readVerificationCode(typedCodeOf(request))
      if (code === undefined) return sendMalformed(request, reply, typedCodeOf(request))
      const found = await verification.lookUp(visitorOf(request), code)
      if (!found) return sendUnknown(request, reply)
      return sendPage(reply, resultPage(await frame(request), found, stateOf(found)))
    })

    scope.get('/:code/file-check', async (request, reply) => {
      const code = readVerificationCode(typedCodeOf(request))
      const sha256 = fieldOf(request.query, 'sha256')
      if (code === undefined || !SHA256.test(sha256)) throw notFound()
      const result = await verification.checkFile(visitorOf(request), code, Buffer.from(sha256, 'hex'))
      if (!result) throw notFound()
      return reply.send(findingOf(await frame(request), stateOf(result.found), result.finding))
    })

    scope.post('/:code/report', { config: { isAnonymousForm: true } }, async (request, reply) => {
      const code = readVerificationCode(typedCodeOf(request))
      if (code === undefined) throw notFound()
      const found = await verification.find(visitorOf(request), code)
      if (!found) return sendUnknown(request, reply)
      const typed = fieldOf(request.body, 'pass')
      const session = await viewingPasses.use(visitorOf(request), found, typed)
      const page = await frame(request)
      if (session === undefined) {
        const form = { typed, error: page.texts.passWrong }
        return sendPage(reply, resultPage(page, found, stateOf(found), form), UNACCEPTED)
      }
      reply.setCookie(cookie, session, flagsOf(code))
      return goTo(reply, page.href(`/${code}/report`))
    })

    scope.get('/:code/report', async (request, reply) => {
      const shown = await shownOf(request)
      const page = await frame(request)
      if (shown) return sendPage(reply, shownReportPage(page, shown.code, shown.file))
      return goTo(reply, resultHref(request, page))
    })

    scope.get('/:code/report/page', async (request, reply) => {
      const shown = await shownOf(request)
      if (!shown) throw notFound()
      return sendPageImage(request, reply, await viewingPasses.firstPage(shown.file))
    })

    scope.get('/:code/report/file', async (request, reply) => {
      const shown = await shownOf(request)
      if (!shown) return goTo(reply, resultHref(request, await frame(request)))
      return sendStoredFile(request, reply, shown.file, (range) => viewingPasses.open(shown.file, range))
    })
  }

  for (const prefix of PREFIXES)
    await addPublicPages(app, {
      prefix,
      scriptPolicy: CHECK_FILE_POLICY,
      // Error pages load nothing more.
      failurePageOf: (request, failure) => failurePage(frameWith(request), failure),
      addRoutes,
    })
}
