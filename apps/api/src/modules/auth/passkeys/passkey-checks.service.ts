import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { PasskeyAssertion, PasskeysOffReason } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../core/app-error.ts'
import {
  findPasskey,
  insertChallenge,
  noteUse,
  useChallenge,
  type ChallengePurpose,
  type Holder,
  type StoredPasskey,
} from './passkeys.repository.ts'

export const CHALLENGE_SECONDS = 120
/** Limit for each browser or session. Every open tab may wait for one. */
const CHALLENGES_KEPT = 20

export interface PasskeySite {
  rpId: string
  origin: string
}

/** WebAuthn needs a host name, and HTTPS except on localhost. */
const passkeySiteOf = ({
  appUrl,
  isAppUrlSet,
}: Pick<Context, 'appUrl' | 'isAppUrlSet'>): PasskeySite | PasskeysOffReason => {
  if (!isAppUrlSet) return 'no-address'
  const { hostname, origin, protocol } = new URL(appUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return 'ip-address'
  return protocol === 'https:' || hostname === 'localhost' ? { rpId: hostname, origin } : 'not-secure'
}

export type PasskeyOutcome =
  | { outcome: 'right'; passkey: StoredPasskey }
  | { outcome: 'wrong' }
  /** The counter went back: someone may have a copy. */
  | { outcome: 'copied'; passkey: StoredPasskey }

/** The challenge that a response answers, in base64url. Throws for an unreadable response. */
export const challengeOf = (clientDataJSON: string): string => {
  const { challenge }: { challenge: unknown } = decodeClientDataJSON(clientDataJSON)
  if (typeof challenge !== 'string') throw new TypeError('The challenge is not text')
  return challenge
}

/** Undefined unless the response is signed by the passkey, for this site, by a verified person. */
const signedBy = async (
  { publicKey }: StoredPasskey,
  response: PasskeyAssertion,
  { origin, rpId }: PasskeySite,
): Promise<{ challenge: string; counter: number } | undefined> => {
  const { userHandle: _, ...signed } = response.response
  try {
    const challenge = challengeOf(signed.clientDataJSON)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The library refuses synced passkeys for their counter; `noteUse` compares it.
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? { challenge, counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}

export const createPasskeyChecks = ({
  database,
  ...address
}: Pick<Context, 'database' | 'appUrl' | 'isAppUrlSet'>) => {
  const site = passkeySiteOf(address)

  /** False for a challenge that was used, has expired, or was made for another purpose or holder. */
  const useUp = (challenge: string, purpose: ChallengePurpose, holder: Holder): Promise<boolean> =>
    useChallenge(database, { challenge: Buffer.from(challenge, 'base64url'), purpose, holder })

  return {
    off: typeof site === 'string' ? site : null,
    rpId: typeof site === 'string' ? undefined : site.rpId,

    /** @throws PASSKEYS_OFF */
    site(): PasskeySite {
      if (typeof site === 'string') throw conflict('PASSKEYS_OFF')
      return site
    },

    /** @returns 32 random bytes in base64url */
    async challenge(purpose: ChallengePurpose, holder: Holder): Promise<string> {
      const challenge = randomBytes(32)
      const limits = { seconds: CHALLENGE_SECONDS, most: CHALLENGES_KEPT }
      await insertChallenge(database, { challenge, purpose, holder }, limits)
      return challenge.toString('base64url')
    },

    useUp,

    /** Uses up the challenge of a valid response. */
    async verify(
      response: PasskeyAssertion,
      purpose: ChallengePurpose,
      holder: Holder | undefined,
    ): Promise<PasskeyOutcome> {
      if (typeof site === 'string' || !holder) return { outcome: 'wrong' }
      const find = () => findPasskey(database, Buffer.from(response.id, 'base64url'))
      const passkey = await find()
      const { userHandle } = response.response
      const isOfOwner = !userHandle || passkey?.handle?.toString('base64url') === userHandle
      if (!passkey || !isOfOwner || passkey.rpId !== site.rpId) return { outcome: 'wrong' }
      const signed = await signedBy(passkey, response, site)
      if (!signed || !(await useUp(signed.challenge, purpose, holder))) return { outcome: 'wrong' }
      if (await noteUse(database, passkey.id, signed.counter)) return { outcome: 'right', passkey }
      return (await find()) ? { outcome: 'copied', passkey } : { outcome: 'wrong' }
    },
  }
}
export type PasskeyChecks = ReturnType<typeof createPasskeyChecks>
