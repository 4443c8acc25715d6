import {
  INVITATION_DAYS,
  type contract,
  type HandlerResult,
  type ProviderProblem,
  type ProviderPurpose,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { AppError, unauthenticated } from '../../../core/app-error.ts'
import { createNetworkTurns } from '../../../core/rate-limits/network-turns.ts'
import type { Caller } from '../../../core/caller.ts'
import { isForeignKeyViolation } from '../../../platform/database/database.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { PROVIDER_INVITATION_HOURS } from '../accounts/account-mails.ts'
import { findAccountById, findInvitation, type Account } from '../accounts/accounts.repository.ts'
import type { KnownDeviceService } from '../known-devices/known-devices.service.ts'
import type { PasskeyChecks } from '../passkeys/passkey-checks.service.ts'
import type { Visitor } from '../sessions/sessions.service.ts'
import type { SignInService } from '../sign-in/sign-in.service.ts'
import { ProviderFailure } from './guarded-fetch.ts'
import { ProviderProblemError } from './provider-accounts.service.ts'
import type { Exchange, ProviderClient } from './provider-client.ts'
import { insertRequest, useRequest } from './provider-requests.repository.ts'
import { isIdentityChecked } from './provider-sessions.repository.ts'
import {
  problemPage,
  REQUEST_MINUTES,
  type ProviderSignIn,
  type Returned,
} from './provider-sign-in.service.ts'
import {
  findOfferedProviders,
  findProvider,
  findProvidersOfLab,
  noteProviderProblem,
  type StoredProvider,
} from './providers.repository.ts'

/** Of a network: every sign-in dialog asks once, every sign-in twice more. */
const LIMIT = { perAccount: 300, perAddress: 300, windowMinutes: 1 } as const
/** From the identity check until the person is sent to a provider to link it. */
const LINK_MINUTES = 2
/** Printable ASCII that a browser reads as a path of this site. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/

/** Browsers remove dot segments, after which two slashes may be first. */
const isOwnPath = (path: string): boolean =>
  OWN_PATH.test(path) && !new URL(path, 'https://own.invalid').pathname.startsWith('//')

/** The code is for the user, the reason for the Admin. */
const problemOf = (error: unknown): { code: ProviderProblem; why: string; account?: Account | undefined } => {
  if (error instanceof ProviderFailure) return { code: error.code, why: error.message }
  if (error instanceof ProviderProblemError)
    return { code: error.code, why: error.message, account: error.account }
  if (error instanceof AppError && error.kind === 'THROTTLED')
    return { code: 'TOO_MANY_ATTEMPTS', why: error.message }
  if (error instanceof AppError) return { code: 'PROVIDER_REFUSED', why: error.message }
  if (isForeignKeyViolation(error))
    return { code: 'PROVIDER_REFUSED', why: 'the provider or the session was removed meanwhile' }
  throw error
}

/** Redirects users to providers and handles the callbacks. */
export const createProviderRequests = ({
  database,
  encryption,
  rateLimiter,
  metrics,
  client,
  devices,
  passkeys,
  signIn,
  signIns,
}: Pick<Context, 'database' | 'encryption' | 'rateLimiter' | 'metrics'> & {
  client: ProviderClient
  devices: KnownDeviceService
  passkeys: Pick<PasskeyChecks, 'off'>
  signIn: ProviderSignIn
  signIns: SignInService
}) => {
  const limiter = rateLimiter('providers', LIMIT)
  const inTurn = createNetworkTurns()
  const derive = (purpose: string, state: string) =>
    encryption.sign(Buffer.from(`provider ${purpose}\n${state}`)).toString('base64url')
  /** The state alone is stored, as a hash. */
  const exchangeOf = (state: string): Exchange => ({
    state,
    nonce: derive('nonce', state),
    verifier: derive('verifier', state),
  })

  const counted = async <Result>({ name: provider }: StoredProvider, answer: Promise<Result>) => {
    const count = (outcome: string) => metrics.providerRequests.inc({ provider, outcome })
    try {
      const result = await answer
      count('answered')
      return result
    } catch (error) {
      count(error instanceof ProviderFailure && error.code === 'PROVIDER_DOWN' ? 'down' : 'answered')
      throw error
    }
  }

  const holderOf = async (
    purpose: ProviderPurpose,
    caller: Caller | null,
    token: string,
  ): Promise<{ sessionId?: number; invitationHash?: Buffer } | ProviderProblem> => {
    if (purpose === 'sign-in') return {}
    if (purpose === 'invitation') {
      const invitationHash = hashSecretToken(token)
      const userId = await findInvitation(database, invitationHash, PROVIDER_INVITATION_HOURS)
      return userId === undefined ? 'RESET_LINK_INVALID' : { invitationHash }
    }
    if (!caller) throw unauthenticated()
    const sessionId = caller.session.id
    const mayGo = purpose === 'confirm' || (await isIdentityChecked(database, sessionId, LINK_MINUTES))
    return mayGo ? { sessionId } : 'IDENTITY_CHECK_REQUIRED'
  }

  const noteProblem = async (id: number, why: string, error: unknown) => {
    if (error instanceof ProviderFailure && error.isOfVisitor) return
    await noteProviderProblem(database, id, why)
  }

  const refuse = async (
    { provider, purpose }: { provider: StoredProvider; purpose: ProviderPurpose },
    { visitor, caller }: { visitor: Visitor; caller: Caller | null },
    error: unknown,
    { why, account }: ReturnType<typeof problemOf>,
  ) => {
    const reason = `${provider.name}: ${why}`
    if (caller && (purpose === 'link' || purpose === 'confirm'))
      await recordActivity(database, caller, {
        action: 'user.confirm-refuse',
        object: { type: 'user', id: caller.user.id },
        summary: `Refused a change of the account: ${reason}`,
      })
    else await signIns.refuseProvider(visitor, account, reason)
    await noteProblem(provider.id, why, error)
  }

  return {
    async offered(domain: string | undefined, visitor: Visitor) {
      await limiter.attempt(await devices.attemptOf(visitor))
      return { data: await findOfferedProviders(database, domain), hasPasskeys: passkeys.off === null }
    },

    /** For its page: nothing without a link that invites. */
    async invitation(
      token: string,
      visitor: Visitor,
    ): Promise<HandlerResult<typeof contract.oidc.getInvitation>> {
      await limiter.attempt(await devices.attemptOf(visitor))
      const tokenHash = hashSecretToken(token)
      const userId = await findInvitation(database, tokenHash, INVITATION_DAYS * 24)
      const account = userId === undefined ? undefined : await findAccountById(database, userId)
      if (!account) return { isProviderOnly: false, data: [] }
      const isUsable = await findInvitation(database, tokenHash, PROVIDER_INVITATION_HOURS)
      return {
        isProviderOnly: account.isProviderOnly,
        data: isUsable === undefined ? [] : await findProvidersOfLab(database, account.user.lab?.id ?? null),
      }
    },

    /** @returns where to send the browser, and the cookie that it keeps */
    async start(
      providerId: number,
      {
        purpose,
        token = '',
        returnTo,
        email,
      }: {
        purpose: ProviderPurpose
        token?: string
        returnTo?: string
        email?: string | undefined
      },
      { visitor, caller, browser }: { visitor: Visitor; caller: Caller | null; browser: string },
    ): Promise<string> {
      const provider = await findProvider(database, providerId)
      try {
        await limiter.attempt(await devices.attemptOf(visitor))
        if (!provider) return problemPage(purpose, 'PROVIDER_REFUSED')
        const holder = await holderOf(purpose, caller, token)
        if (typeof holder === 'string') return problemPage(purpose, holder)
        const state = newSecretToken()
        const isIdentityCheck = purpose === 'confirm'
        const url = await counted(
          provider,
          client.authorizationUrl(provider, exchangeOf(state), { isIdentityCheck, email }),
        )
        await insertRequest(database, {
          ...holder,
          providerId,
          purpose,
          minutes: REQUEST_MINUTES,
          stateHash: hashSecretToken(state),
          browserHash: hashSecretToken(browser),
          returnTo: returnTo !== undefined && isOwnPath(returnTo) ? returnTo : undefined,
        })
        return url.href
      } catch (error) {
        const { code, why } = problemOf(error)
        if (provider && error instanceof ProviderFailure)
          await noteProviderProblem(database, provider.id, why)
        return problemPage(purpose, code)
      }
    },

    /** Always leads to a page, which says a problem. */
    async finish(
      providerId: number,
      search: URLSearchParams,
      given: { visitor: Visitor; caller: Caller | null; browserHash: Buffer | undefined },
    ): Promise<Returned> {
      const { visitor, browserHash } = given
      const state = search.get('state') ?? ''
      let purpose: ProviderPurpose = 'sign-in'
      try {
        // An answer that no one waits for counts as no attempt, so that it cannot use up those of others.
        const stateHash = hashSecretToken(state)
        const request =
          browserHash &&
          (await inTurn(visitor.address, () => useRequest(database, { stateHash, providerId, browserHash })))
        const provider = request && (await findProvider(database, providerId))
        if (!provider) return { goTo: problemPage('sign-in', 'PROVIDER_REFUSED') }
        ;({ purpose } = request)
        const attempt = await signIns.startProviderAttempt(visitor)
        try {
          const identity = await counted(provider, client.exchange(provider, search, exchangeOf(state)))
          const returned = await signIn.complete(provider, identity, { ...given, request, browserHash })
          await signIns.endProviderAttempt(attempt)
          return returned
        } catch (error) {
          const problem = problemOf(error)
          await refuse({ provider, purpose }, given, error, problem)
          return { goTo: problemPage(purpose, problem.code) }
        }
      } catch (error) {
        return { goTo: problemPage(purpose, problemOf(error).code) }
      }
    },
  }
}
export type ProviderRequests = ReturnType<typeof createProviderRequests>
