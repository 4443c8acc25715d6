import { isStaffRole, type ProviderProblem, type ProviderPurpose } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { unauthenticated } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { findAccountById, type Account } from '../accounts/accounts.repository.ts'
import type { SecondFactorCodes, SecondFactorProof } from '../second-factor/second-factor-codes.service.ts'
import type { ProviderSession } from '../sessions/sessions.repository.ts'
import type { Visitor } from '../sessions/sessions.service.ts'
import type { SignedIn, SignInService } from '../sign-in/sign-in.service.ts'
import { isFor, ProviderProblemError, type ProviderAccounts } from './provider-accounts.service.ts'
import { sidOf, type Identity } from './provider-client.ts'
import { findLink, findLinkOfUser, noteAnswer, noteLinkUse } from './provider-links.repository.ts'
import type { ProviderLinking } from './provider-linking.service.ts'
import { isLoggedOut } from './provider-sessions.repository.ts'
import { findPassed, storePassed, usePassed, type ProviderRequest } from './provider-requests.repository.ts'
import { findProvider, noteProviderUse, type StoredProvider } from './providers.repository.ts'

export const REQUEST_MINUTES = 10
const SKEW_MS = 30_000
const ACR_MAX = 200
const YEAR_MAX = 9999
/** Longer ones are not kept: the address that ends the provider's session would be too long. */
const ID_TOKEN_MAX = 4_000
const DASHBOARD = '/user/dashboard'

const PAGES = { link: '/user/profile', confirm: '/sign-in/window', 'sign-in': '/', invitation: '/' } as const

/** The page where a request ends, which shows the problem if there is one. */
export const problemPage = (purpose: ProviderPurpose, problem?: ProviderProblem): string =>
  problem === undefined ? PAGES[purpose] : `${PAGES[purpose]}?${new URLSearchParams({ problem })}`

export interface Returned {
  goTo: string
  signedIn?: SignedIn
}

/** Refuses what every way of signing in refuses. */
const expectStaff = (account: Account): void => {
  if (!account.isActive) throw new ProviderProblemError('PROVIDER_REFUSED', 'deactivated account', account)
  if (!isStaffRole(account.user.userType.name))
    throw new ProviderProblemError('PROVIDER_REFUSED', 'patient account', account)
}

/** Null for what is no time in seconds; 0 is sent by providers that do not know it. */
const timeOf = (seconds: unknown): Date | null => {
  const time = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN)
  return Number.isNaN(time.getTime()) || time.getFullYear() > YEAR_MAX || time.getTime() <= 0 ? null : time
}

export const createProviderSignIn = ({
  database,
  encryption,
  accounts,
  linking,
  codes,
  signIns,
}: Pick<Context, 'database' | 'encryption'> & {
  accounts: ProviderAccounts
  linking: ProviderLinking
  codes: SecondFactorCodes
  signIns: SignInService
}) => {
  const sessionOf = (
    { id, name, sessionHours: hours, checksSecondFactor, acr }: StoredProvider,
    { claims, idToken }: Identity,
    signInStartedAt: string,
  ): ProviderSession => ({
    id,
    name,
    hours,
    signInStartedAt,
    subject: claims.sub,
    session: sidOf(claims) ?? null,
    sealedIdToken: idToken.length <= ID_TOKEN_MAX ? encryption.seal(idToken) : null,
    hasSecondFactor: checksSecondFactor && (acr === null || claims['acr'] === acr),
  })

  /** Opens the session, unless the account's own second factor is asked for. */
  const enter = async (
    account: Account,
    session: ProviderSession,
    { visitor, browserHash, returnTo }: { visitor: Visitor; browserHash: Buffer; returnTo: string | null },
  ): Promise<Returned> => {
    const outcome = session.hasSecondFactor ? 'not-needed' : await codes.verify(account.user.id, {})
    if (outcome === 'not-needed') {
      const signedIn = await signIns.withProvider(visitor, account, session)
      await noteLinkUse(database, { providerId: session.id, userId: account.user.id })
      await noteProviderUse(database, session.id)
      return { goTo: returnTo ?? DASHBOARD, signedIn }
    }
    await database.transaction(async (tx) => {
      if (await isLoggedOut(tx, session))
        throw new ProviderProblemError('PROVIDER_REFUSED', 'the provider signed the person out', account)
      await storePassed(tx, {
        userId: account.user.id,
        accessVersion: account.accessVersion,
        providerId: session.id,
        providerSession: session.session,
        sealedIdToken: session.sealedIdToken,
        browserHash,
        minutes: REQUEST_MINUTES,
      })
    })
    const needsPasskey = outcome === 'missing-passkey'
    return {
      goTo: problemPage(
        'sign-in',
        needsPasskey ? 'SECOND_FACTOR_PASSKEY_REQUIRED' : 'SECOND_FACTOR_CODE_REQUIRED',
      ),
    }
  }

  /** The account of the person, as it was when the link was read. */
  const accountOf = async (
    provider: StoredProvider,
    identity: Identity,
    visitor: Visitor,
  ): Promise<Account> => {
    const key = { providerId: provider.id, subject: identity.claims.sub }
    const link = await findLink(database, key)
    if (!link)
      return accounts.create(provider, identity, visitor).catch(async (error: unknown) => {
        // Another tab of the same person may have created it meanwhile.
        if (await findLink(database, key)) return accountOf(provider, identity, visitor)
        throw error
      })
    const found = await findAccountById(database, link.userId)
    if (!found) throw new ProviderProblemError('NOT_LINKED', 'the account was removed')
    const account = { ...found, accessVersion: link.accessVersion }
    expectStaff(account)
    if (!isFor(provider, account))
      throw new ProviderProblemError('NOT_LINKED', 'the account is of another lab', account)
    if (link.hasLostRoleElsewhere)
      throw new ProviderProblemError('NO_ROLE', 'the provider of the account gives no role any more', account)
    const renewed = link.givesRole
      ? await accounts.renewRole(provider, identity, { account, hasLostRole: link.hasLostRole })
      : account
    return accounts.refresh(provider, identity, renewed)
  }

  const note = (
    { id }: StoredProvider,
    { sub, acr, auth_time: seconds }: Identity['claims'],
    { isIdentityCheck }: { isIdentityCheck: boolean },
  ) =>
    noteAnswer(
      database,
      { providerId: id, subject: sub },
      {
        acr: typeof acr === 'string' ? acr.slice(0, ACR_MAX) : null,
        authenticatedAt: timeOf(seconds),
        isIdentityCheck,
      },
    )

  const confirm = async (
    provider: StoredProvider,
    { claims }: Identity,
    { request, caller }: { request: ProviderRequest; caller: Caller },
  ) => {
    const authenticated = timeOf(claims['auth_time'])?.getTime()
    if (authenticated === undefined)
      throw new ProviderProblemError('PROVIDER_NOT_ASKED', 'the provider sent no auth_time')
    const isNow =
      authenticated >= Date.parse(request.createdAt) - SKEW_MS && authenticated <= Date.now() + SKEW_MS
    if (!isNow)
      throw new ProviderProblemError('PROVIDER_REFUSED', 'the provider did not ask the person again')
    await linking.confirm(provider, claims.sub, caller)
  }

  const complete = async (
    provider: StoredProvider,
    identity: Identity,
    given: { request: ProviderRequest; visitor: Visitor; caller: Caller | null; browserHash: Buffer },
  ): Promise<Returned> => {
    const { request, visitor, caller, browserHash } = given
    const { purpose, sessionId, invitationHash, returnTo } = request
    const arrival = { visitor, browserHash, returnTo }
    if (purpose === 'link' || purpose === 'confirm') {
      if (!caller || caller.session.id !== sessionId)
        throw new ProviderProblemError('PROVIDER_REFUSED', 'the session has ended meanwhile')
      if (purpose === 'link') await linking.link(provider, identity.claims.sub, caller)
      await note(provider, identity.claims, { isIdentityCheck: purpose === 'confirm' })
      if (purpose === 'confirm') await confirm(provider, identity, { request, caller })
      return { goTo: problemPage(purpose) }
    }
    const account =
      invitationHash === null
        ? await accountOf(provider, identity, visitor)
        : await linking.acceptInvitation(provider, identity.claims.sub, invitationHash)
    await note(provider, identity.claims, { isIdentityCheck: false })
    return enter(account, sessionOf(provider, identity, request.createdAt), arrival)
  }

  return {
    complete,

    /** After a provider that does not check a second factor. */
    async secondStep(
      visitor: Visitor,
      browserHash: Buffer | undefined,
      proof: SecondFactorProof,
    ): Promise<SignedIn> {
      const passed = browserHash && (await findPassed(database, browserHash))
      const provider = passed && (await findProvider(database, passed.providerId))
      const found = passed && (await findAccountById(database, passed.userId))
      const link = passed && (await findLinkOfUser(database, passed))
      if (!provider || !found || !link) {
        await signIns.startProviderAttempt(visitor)
        throw unauthenticated('PROVIDER_REFUSED')
      }
      // A change of the account since then is found when the session opens.
      const account = { ...found, accessVersion: passed.accessVersion }
      await signIns.checkSecondStep(visitor, account, proof)
      if (!(await usePassed(database, browserHash, passed.userId))) throw unauthenticated('PROVIDER_REFUSED')
      const signedIn = await signIns.withProvider(visitor, account, {
        id: provider.id,
        name: provider.name,
        hours: provider.sessionHours,
        subject: link.subject,
        signInStartedAt: passed.createdAt,
        session: passed.providerSession,
        sealedIdToken: passed.sealedIdToken,
        hasSecondFactor: false,
      })
      await noteLinkUse(database, { providerId: provider.id, userId: account.user.id })
      await noteProviderUse(database, provider.id)
      return signedIn
    },
  }
}
export type ProviderSignIn = ReturnType<typeof createProviderSignIn>
