import { randomBytes } from 'node:crypto'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import {
  PASSKEYS_MAX,
  type AcceptedPasskeys,
  type CallInput,
  type contract,
  type HandlerResult,
  type Passkey,
  type PasskeyPurpose,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { AppError, conflict, notFound, unauthenticated } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { noticeToOwner } from '../accounts/account-notices.service.ts'
import { lockAccount } from '../accounts/accounts.repository.ts'
import type { IdentityCheck, IdentityProof } from '../accounts/identity-check.service.ts'
import type { KnownDeviceService } from '../known-devices/known-devices.service.ts'
import type { SecondFactorCodes } from '../second-factor/second-factor-codes.service.ts'
import { clearSecondFactor, findSecondFactor } from '../second-factor/second-factor.repository.ts'
import { deleteOtherSessions, isSessionOpen } from '../sessions/sessions.repository.ts'
import type { Visitor } from '../sessions/sessions.service.ts'
import { lockWaysIn, type WaysIn } from '../accounts/ways-in.service.ts'
import {
  CHALLENGE_SECONDS,
  challengeOf,
  type PasskeyChecks,
  type PasskeySite,
} from './passkey-checks.service.ts'
import {
  deletePasskey,
  findCredentialsOf,
  findHandle,
  findPasskeysOf,
  handleOf,
  insertPasskey,
  renamePasskey,
  type Holder,
} from './passkeys.repository.ts'

type Endpoints = typeof contract.passkeys
type RequestOptions = HandlerResult<Endpoints['options']>
type CreationOptions = HandlerResult<Endpoints['addOptions']>
type Registration = CallInput<Endpoints['add']>['body']['response']

/** EdDSA, ES256 and RS256 as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = CHALLENGE_SECONDS * 1000
/** Challenges of a network: every opened sign-in dialog takes one. */
const CHALLENGE_LIMIT = { perAccount: 100, perAddress: 300, windowMinutes: 1 } as const
const HANDLE_BYTES = 32

const refuseTooMany = async (tx: Queryable, userId: number) => {
  if ((await findPasskeysOf(tx, userId, undefined)).length >= PASSKEYS_MAX) throw conflict('PASSKEYS_FULL')
}

/** Attestation is `none`, so certificates of a vendor are refused: the library would look up their revocation. */
const hasCertificates = ({ attestationObject }: Registration['response']): boolean => {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format: string = attestation.get('fmt')
  return !['none', 'packed'].includes(format) || attestation.get('attStmt').get('x5c') !== undefined
}

/** Undefined unless the response creates a passkey for this site, by a verified person. */
const verifyNew = async (response: Registration, { origin, rpId }: PasskeySite) => {
  try {
    if (hasCertificates(response.response)) return undefined
    const challenge = challengeOf(response.response.clientDataJSON)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo && { ...registrationInfo, challenge }
  } catch {
    return undefined
  }
}

export const createPasskeyService = ({
  database,
  brand,
  checks,
  checkIdentity,
  codes,
  devices,
  waysIn,
  rateLimiter,
}: Pick<Context, 'database' | 'brand' | 'rateLimiter'> & {
  checks: PasskeyChecks
  checkIdentity: IdentityCheck
  codes: SecondFactorCodes
  devices: KnownDeviceService
  waysIn: WaysIn
}) => {
  const challengeLimiter = rateLimiter('passkey', CHALLENGE_LIMIT)

  const credentialsOf = async (userId: number, { rpId }: PasskeySite) => {
    const credentials = await findCredentialsOf(database, userId, rpId)
    return credentials.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      type: 'public-key' as const,
      transports,
    }))
  }

  const acceptedOf = async (userId: number): Promise<AcceptedPasskeys | null> => {
    const { rpId } = checks
    const handle = rpId === undefined ? undefined : await findHandle(database, userId)
    if (rpId === undefined || handle === undefined) return null
    const credentials = await findCredentialsOf(database, userId, rpId)
    return {
      rpId,
      userId: handle.toString('base64url'),
      allAcceptedCredentialIds: credentials.map(({ credentialId }) => credentialId.toString('base64url')),
    }
  }

  const record = (tx: Queryable, caller: Caller, summary: string) =>
    recordActivity(tx, caller, {
      action: 'user.passkey',
      object: { type: 'user', id: caller.user.id },
      summary,
    })
  const recordChange = async (
    tx: Queryable,
    caller: Caller,
    notice: 'passkey-added' | 'passkey-removed',
    summary: string,
  ) => {
    await deleteOtherSessions(tx, caller.user.id, caller.session.id)
    await record(tx, caller, summary)
    await noticeToOwner(tx, caller, { notice })
  }

  return {
    /** @param browserHash of the cookie that the answer sets; a session needs none */
    async options(
      purpose: PasskeyPurpose,
      { caller, visitor, browserHash }: { caller: Caller | null; visitor: Visitor; browserHash: Buffer },
    ): Promise<RequestOptions> {
      const site = checks.site()
      if (purpose === 'confirm' && !caller) throw unauthenticated()
      const isConfirm = purpose === 'confirm' && caller !== null
      await challengeLimiter.attempt(
        isConfirm ? { account: String(caller.user.id) } : await devices.attemptOf(visitor),
      )
      const holder: Holder = isConfirm ? { sessionId: caller.session.id } : { browserHash }
      return {
        challenge: await checks.challenge(purpose, holder),
        rpId: site.rpId,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        allowCredentials: isConfirm ? await credentialsOf(caller.user.id, site) : [],
      }
    },

    async list(caller: Caller): Promise<HandlerResult<Endpoints['list']>> {
      return {
        data: await findPasskeysOf(database, caller.user.id, checks.rpId),
        off: checks.off,
        accepted: await acceptedOf(caller.user.id),
      }
    },

    async addOptions(caller: Caller, proof: IdentityProof): Promise<CreationOptions> {
      const site = checks.site()
      const lockChecked = await checkIdentity(caller, proof)
      const { id: userId, email, fullName } = caller.user
      const handle = await database.transaction(async (tx) => {
        await lockChecked(tx)
        await refuseTooMany(tx, userId)
        await record(tx, caller, 'Started to add a passkey')
        return handleOf(tx, userId, randomBytes(HANDLE_BYTES))
      })
      return {
        challenge: await checks.challenge('add', { sessionId: caller.session.id }),
        rp: { id: site.rpId, name: (await brand()).productName },
        user: { id: handle.toString('base64url'), name: email, displayName: fullName },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: TIMEOUT_MS,
        attestation: 'none',
        excludeCredentials: await credentialsOf(userId, site),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      }
    },

    /** Only for a challenge that the same session got after its identity check. */
    async add(
      caller: Caller,
      { name, response }: { name: string; response: Registration },
    ): Promise<Passkey & { recoveryCodes?: string[] }> {
      const { user, session } = caller
      const site = checks.site()
      await challengeLimiter.attempt({ account: String(user.id) })
      const found = await verifyNew(response, site)
      const holder = { sessionId: session.id }
      if (!found || !(await checks.useUp(found.challenge, 'add', holder)))
        throw new AppError('INVALID', 'PASSKEY_REFUSED')
      const { credential, credentialDeviceType } = found
      return database.transaction(async (tx) => {
        await lockAccount(tx, user.id)
        if (!(await isSessionOpen(tx, session.id))) throw unauthenticated()
        await refuseTooMany(tx, user.id)
        const { isOn } = await findSecondFactor(tx, user.id)
        const passkey = await insertPasskey(tx, {
          userId: user.id,
          credentialId: Buffer.from(credential.id, 'base64url'),
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          isSynced: credentialDeviceType === 'multiDevice',
          transports: response.response.transports ?? [],
          rpId: site.rpId,
          name,
        })
        if (!passkey) throw conflict('PASSKEY_KNOWN')
        await recordChange(tx, caller, 'passkey-added', `Added the passkey “${name}”`)
        return isOn ? passkey : { ...passkey, recoveryCodes: await codes.renewRecoveryCodes(tx, user.id) }
      })
    },

    rename: (caller: Caller, id: number, name: string): Promise<Passkey> =>
      database.transaction(async (tx) => {
        const passkey = await renamePasskey(tx, { id, userId: caller.user.id, name }, checks.rpId)
        if (!passkey) throw notFound('PASSKEY_NOT_FOUND')
        await record(tx, caller, `Renamed a passkey to “${name}”`)
        return passkey
      }),

    async remove(caller: Caller, id: number, proof: IdentityProof): Promise<void> {
      const { user, session } = caller
      const lockChecked = await checkIdentity(caller, proof)
      await database.transaction(async (tx) => {
        await lockWaysIn(tx, user)
        await lockChecked(tx)
        const passkeys = await findPasskeysOf(tx, user.id, checks.rpId)
        const removed = passkeys.find((passkey) => passkey.id === id)
        if (!removed) throw notFound('PASSKEY_NOT_FOUND')
        const others = passkeys.filter((passkey) => passkey !== removed)
        if (
          session.isPasskeyRequired &&
          !removed.isOfFormerAddress &&
          others.every((passkey) => passkey.isOfFormerAddress)
        )
          throw conflict('PASSKEY_MANDATORY')
        const isLastFactor = others.length === 0 && !(await findSecondFactor(tx, user.id)).sealedSecret
        if (isLastFactor && session.isSecondFactorRequired) throw conflict('SECOND_FACTOR_MANDATORY')
        if (!removed.isOfFormerAddress) await waysIn.refuseLosingPasskey(tx, user, id)
        await deletePasskey(tx, { id, userId: user.id })
        if (isLastFactor) await clearSecondFactor(tx, user.id)
        await recordChange(tx, caller, 'passkey-removed', `Removed the passkey “${removed.name}”`)
      })
    },
  }
}
export type PasskeyService = ReturnType<typeof createPasskeyService>
