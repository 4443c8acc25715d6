import formBody from '@fastify/formbody'
import { contract } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { forbidden } from '../../../core/app-error.ts'
import { providerCookie } from '../../../http/cookies.ts'
import { serve, serveRedirect } from '../../../http/serve.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import type { Visitor } from '../sessions/sessions.service.ts'
import type { SignedIn } from '../sign-in/sign-in.service.ts'
import type { LabSignInService } from './lab-sign-in.service.ts'
import type { ProviderLinking } from './provider-linking.service.ts'
import type { ProviderLogout } from './provider-logout.service.ts'
import type { ProviderRequests } from './provider-requests.service.ts'
import type { ProviderSignIn } from './provider-sign-in.service.ts'
import type { ProviderService } from './providers.service.ts'

const FORM_LIMIT_BYTES = 16 * 1024

/** A link of another site must not start a change of the account. */
const refuseForeign = (request: FastifyRequest) => {
  const { 'sec-fetch-site': site = 'same-origin' } = request.headers
  if (site !== 'same-origin') throw forbidden('FOREIGN_ORIGIN')
}

/** Images and frames of other sites must not use up the attempts of a network. */
const expectNavigation = (request: FastifyRequest) => {
  const { 'sec-fetch-dest': target = 'document' } = request.headers
  if (target !== 'document') throw forbidden('FOREIGN_ORIGIN')
}

export const providerRoutes = async (
  app: FastifyInstance,
  services: Pick<Context, 'appUrl'> & {
    providerSignIn: ProviderSignIn
    providerRequests: ProviderRequests
    providerLinking: ProviderLinking
    providerLogout: ProviderLogout
    providers: ProviderService
    labSignIn: LabSignInService
    visitorFrom: (request: FastifyRequest) => Visitor
    setCookies: (reply: FastifyReply, signedIn: SignedIn) => void
  },
): Promise<void> => {
  const { providerRequests, providerLinking, providerLogout, providers, labSignIn, visitorFrom, setCookies } =
    services
  const browserCookie = providerCookie(services.appUrl)
  const browserHashOf = (request: FastifyRequest) => {
    const browser = browserCookie.read(request)
    return browser === undefined ? undefined : hashSecretToken(browser)
  }

  serve(app, contract.oidc.listProviders, ({ query }, request) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') throw forbidden('FOREIGN_ORIGIN')
    return providerRequests.offered(query.domain, visitorFrom(request))
  })
  serve(app, contract.oidc.getInvitation, ({ body }, request) =>
    providerRequests.invitation(body.token, visitorFrom(request)),
  )
  serveRedirect(app, contract.oidc.start, async ({ params, query }, request, reply) => {
    expectNavigation(request)
    if (query.purpose === 'link' || query.purpose === 'confirm') refuseForeign(request)
    const browser = browserCookie.read(request) ?? newSecretToken()
    browserCookie.set(reply, browser)
    const { caller } = request
    return providerRequests.start(params.id, query, { visitor: visitorFrom(request), caller, browser })
  })
  serveRedirect(app, contract.oidc.callback, async ({ params }, request, reply) => {
    expectNavigation(request)
    const search = new URLSearchParams(request.url.split('?')[1] ?? '')
    const { goTo, signedIn } = await providerRequests.finish(params.id, search, {
      visitor: visitorFrom(request),
      caller: request.caller,
      browserHash: browserHashOf(request),
    })
    if (signedIn) setCookies(reply, signedIn)
    return goTo
  })
  serve(app, contract.oidc.ways, ({ caller }) => providerLinking.ways(caller))
  serve(app, contract.oidc.unlink, ({ params, body, caller }) =>
    providerLinking.unlink(caller, params.id, body),
  )

  serve(app, contract.providers.list, () => providers.list())
  serve(app, contract.providers.reserve, () => providers.reserve())
  serve(app, contract.providers.getSignIns, ({ params }) => providers.signIns(params.id))
  serve(app, contract.providers.create, ({ body, caller }) => providers.create(caller, body))
  serve(app, contract.providers.update, ({ params, body, caller }) =>
    providers.update(caller, params.id, body),
  )
  serve(app, contract.providers.test, ({ params, caller }) => providers.test(caller, params.id))
  serve(app, contract.providers.getDependents, ({ params }) => providers.dependents(params.id))
  serve(app, contract.providers.remove, ({ params, caller }) => providers.remove(caller, params.id))
  serve(app, contract.providers.getLabSignIn, ({ params, caller }) => labSignIn.get(caller, params.id))
  serve(app, contract.providers.updateLabSignIn, ({ params, body, caller }) =>
    labSignIn.update(caller, params.id, body),
  )
  serve(app, contract.providers.openLabSignIn, ({ params, body, caller }) =>
    labSignIn.open(caller, params.id, body),
  )

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formBody, { bodyLimit: FORM_LIMIT_BYTES })
    serve(scope, contract.oidc.backchannelLogout, ({ params, body }, request) =>
      providerLogout.end(params.id, body['logout_token'], { address: request.ip, requestId: request.id }),
    )
  })
}
