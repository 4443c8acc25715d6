import { contract, type User, type UserPreferences } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unauthenticated } from '../../core/app-error.ts'
import { lookUpCookie } from '../../http/anonymous-limits.ts'
import { callerOf, serve } from '../../http/serve.ts'
import { deviceCookie, passkeyCookie, providerCookie, sessionCookie } from '../../http/cookies.ts'
import { hashSecretToken, newSecretToken } from '../../platform/encryption.ts'
import type { PasskeyService } from './passkeys/passkeys.service.ts'
import type { LabPorts } from './providers/lab-sign-in.service.ts'
import { providerRoutes } from './providers/providers.routes.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { PasswordResetService } from './password/password-reset.service.ts'
import { sessionStateOf, type SessionService, type Visitor } from './sessions/sessions.service.ts'
import type { SignedIn, SignInService } from './sign-in/sign-in.service.ts'
import { signInLinkRoutes } from './sign-in-links/sign-in-links.routes.ts'

const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300),
  requestId: request.id,
})

/** Notifications about patients and reports end no session and change no account. */
const mayChangeAccounts = (request: FastifyRequest) =>
  request.method !== 'GET' && !/^(patients|reports):/.test(request.routeOptions.config.access ?? 'patients:')

export const identifyCallers = (
  app: FastifyInstance,
  { sessions, cookie }: { sessions: SessionService; cookie: Pick<ReturnType<typeof sessionCookie>, 'read'> },
): void => {
  app.decorateRequest('caller', null)
  app.decorateRequest('expectSession', async function (this: FastifyRequest) {
    if (this.caller && !(await sessions.isOpen(this.caller))) throw unauthenticated()
  })
  app.decorateRequest('workSignal', undefined)
  app.decorateRequest('watchSession', function (this: FastifyRequest, onEnd) {
    return this.caller ? sessions.watch(this.caller.session.id, onEnd) : () => {}
  })
  app.addHook('onRequest', async (request) => {
    const token = cookie.read(request)
    // Pages contain no user data, so only API paths need the caller.
    const { access, isForClients } = request.routeOptions.config
    if (token && access !== undefined && !isForClients)
      request.caller = await lookUpCookie(request, () => sessions.identify(token, visitorOf(request)))
  })
  // Clears the session cache before the answer to a change of an account.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (mayChangeAccounts(request)) sessions.forgetRemembered()
    done(null, payload)
  })
}

/** Implemented by later modules. */
export interface AuthPorts extends LabPorts {
  preferencesOf: (user: User) => Promise<UserPreferences>
}

export const authRoutes = async (
  app: FastifyInstance,
  services: Omit<Parameters<typeof providerRoutes>[1], 'visitorFrom' | 'setCookies'> &
    Pick<AuthPorts, 'preferencesOf'> & {
      sessions: SessionService
      signIns: SignInService
      passkeys: PasskeyService
      passwordResets: PasswordResetService
      settings: Pick<SettingsService, 'brand'>
    },
): Promise<void> => {
  const { sessions, signIns, passkeys, passwordResets, settings, appUrl, preferencesOf } = services
  const cookie = sessionCookie(appUrl)
  const knownDevice = deviceCookie(appUrl)
  const browserCookie = passkeyCookie(appUrl)
  const visitorFrom = (request: FastifyRequest): Visitor => {
    const browser = browserCookie.read(request)
    return {
      ...visitorOf(request),
      device: knownDevice.read(request),
      browser: browser === undefined ? undefined : { browserHash: hashSecretToken(browser) },
    }
  }
  const setCookies = (reply: FastifyReply, { token, device }: SignedIn) => {
    cookie.set(reply, token)
    knownDevice.set(reply, device)
  }
  const welcome = async (reply: FastifyReply, signedIn: SignedIn) => {
    setCookies(reply, signedIn)
    const { user, session } = signedIn
    return { data: user, session, preferences: await preferencesOf(user) }
  }
  serve(app, contract.auth.login, async ({ body }, request, reply) =>
    welcome(reply, await signIns.withPassword(visitorFrom(request), body)),
  )
  serve(app, contract.passkeys.login, async ({ body }, request, reply) =>
    welcome(reply, await signIns.withPasskey(visitorFrom(request), body.response)),
  )
  serve(app, contract.passkeys.options, async ({ body }, request, reply) => {
    const browser = browserCookie.read(request) ?? newSecretToken()
    const options = await passkeys.options(body.purpose, {
      caller: request.caller,
      visitor: visitorFrom(request),
      browserHash: hashSecretToken(browser),
    })
    if (body.purpose !== 'confirm') browserCookie.set(reply, browser)
    return options
  })
  serve(app, contract.auth.restoreSession, async (_, request, reply) => {
    const caller = callerOf(request)
    cookie.set(reply, await sessions.refresh(caller, cookie.read(request) ?? ''))
    return {
      data: caller.user,
      session: sessionStateOf(caller),
      preferences: await preferencesOf(caller.user),
    }
  })
  serve(app, contract.auth.logout, async (_, request, reply) => {
    const ended = request.caller && (await services.providerLogout.signOut(request.caller))
    cookie.clear(reply)
    return ended ?? { endAt: null, openAt: null }
  })
  serve(app, contract.oidc.secondStep, async ({ body }, request, reply) => {
    const browser = providerCookie(appUrl).read(request)
    const browserHash = browser === undefined ? undefined : hashSecretToken(browser)
    return welcome(reply, await services.providerSignIn.secondStep(visitorFrom(request), browserHash, body))
  })
  serve(app, contract.auth.forgotPassword, ({ body }, request) =>
    passwordResets.request(body.email, visitorFrom(request)),
  )
  serve(app, contract.auth.resetPassword, async ({ body }, request, reply) => {
    knownDevice.set(reply, await passwordResets.reset(body, visitorFrom(request)))
  })
  await providerRoutes(app, { ...services, visitorFrom, setCookies })
  return signInLinkRoutes(app, { signIns, settings, visitorFrom, setCookies })
}
