import { LANGUAGES } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { browserLanguageOf, chosenLanguageOf, fieldOf } from '../../../core/public-page/page-request.ts'
import { addPublicPages, goTo, sendPage } from '../../../http/public-pages.ts'
import type { SettingsService } from '../../settings/settings.service.ts'
import type { Visitor } from '../sessions/sessions.service.ts'
import type { SignedIn, SignInService } from '../sign-in/sign-in.service.ts'
import {
  buttonPage,
  failedPage,
  linkFrameOf,
  refusedPage,
  WINDOW_POLICY,
  windowPage,
} from './sign-in-link-page.ts'

const UNACCEPTED = 422

/** The page of `npm run sign-in-link`, and the one where an identity check at a provider ends. */
export const signInLinkRoutes = (
  app: FastifyInstance,
  {
    signIns,
    settings,
    visitorFrom,
    setCookies,
  }: {
    signIns: SignInService
    settings: Pick<SettingsService, 'brand'>
    visitorFrom: (request: FastifyRequest) => Visitor
    setCookies: (reply: FastifyReply, signedIn: SignedIn) => void
  },
): Promise<void> => {
  const languageOf = (request: FastifyRequest) =>
    LANGUAGES.find((language) => language === fieldOf(request.body, 'lang')) ??
    chosenLanguageOf(request) ??
    browserLanguageOf(request)
  const frameOf = async (request: FastifyRequest, token: string) =>
    linkFrameOf(languageOf(request), token, await settings.brand())

  return addPublicPages(app, {
    prefix: '/sign-in',
    scriptPolicy: WINDOW_POLICY,
    // Error pages load nothing more.
    failurePageOf: (request) => failedPage(linkFrameOf(languageOf(request), '', undefined)),
    addRoutes(scope) {
      scope.get('/', async (request, reply) => {
        const token = fieldOf(request.query, 'token')
        return sendPage(reply, buttonPage(await frameOf(request, token), token))
      })
      scope.get('/window', async (request, reply) => sendPage(reply, windowPage(await frameOf(request, ''))))
      scope.post('/', { config: { isAnonymousForm: true } }, async (request, reply) => {
        const signedIn = await signIns.withLink(visitorFrom(request), fieldOf(request.body, 'token'))
        if (!signedIn) return sendPage(reply, refusedPage(await frameOf(request, '')), UNACCEPTED)
        setCookies(reply, signedIn)
        return goTo(reply, '/user/dashboard')
      })
    },
  })
}
