import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { KeySetCache } from '../../../platform/outbound/key-sets.ts'
import { algorithmOf, openKey, type PublicKey } from '../connections/public-keys.ts'
import { OAuthError } from './oauth-error.ts'
import { findKeysOfClient, type ClientKeys } from './tokens.repository.ts'

const ALGORITHMS = ['RS384', 'ES384']
/** `exp` may be this far away. */
const LIFETIME_SECONDS = 300
const SKEW_SECONDS = 30
const JTI_MAX_LENGTH = 300
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export interface VerifiedAssertion {
  client: ClientKeys
  jti: string
  /** Until then, a repeated one is refused. */
  keptUntil: Date
}

const wrong = () => new OAuthError('invalid_client', 'The client assertion was not accepted')

/** Unverified claims of the assertion. */
const readAssertion = (assertion: string) => {
  try {
    const { alg, kid } = decodeProtectedHeader(assertion)
    const { iss, sub } = decodeJwt(assertion)
    if (alg === undefined || !ALGORITHMS.includes(alg) || typeof kid !== 'string' || iss !== sub)
      throw wrong()
    if (typeof iss !== 'string' || !UUID.test(iss)) throw wrong()
    return { alg, kid, clientId: iss }
  } catch {
    throw wrong()
  }
}

/** Checks signed assertions of clients: SMART App Launch 2.2, Backend Services. */
export const createAssertionCheck = ({
  database,
  clock,
  publicUrl,
  keySets,
}: Pick<Context, 'clock' | 'publicUrl'> & { database: Queryable; keySets: KeySetCache<PublicKey> }) => {
  const audience = `${publicUrl}/fhir/token`

  const findKey = async (client: ClientKeys, isWanted: (key: PublicKey) => boolean) => {
    if (client.jwksUri !== null) return keySets.find(client.jwksUri, isWanted)
    return ((client.jwks as { keys: PublicKey[] } | null)?.keys ?? []).find(isWanted)
  }

  return async (assertion: string): Promise<VerifiedAssertion> => {
    const { alg, kid, clientId } = readAssertion(assertion)
    const client = await findKeysOfClient(database, clientId)
    if (!client) throw wrong()
    const isWanted = (key: PublicKey) => key.kid === kid && algorithmOf(key) === alg
    const key = await findKey(client, isWanted).catch(() => {
      throw new OAuthError('temporarily_unavailable', 'The key set of the client could not be loaded')
    })
    if (!key) throw wrong()
    const currentDate = clock.now()
    const { payload } = await jwtVerify(assertion, openKey(key), {
      ...{ algorithms: [alg], issuer: clientId, subject: clientId, audience, currentDate },
      ...{ clockTolerance: SKEW_SECONDS, requiredClaims: ['exp', 'jti'] },
    }).catch(() => {
      throw wrong()
    })
    const { aud, exp = 0, jti } = payload
    const latest = currentDate.getTime() / 1000 + LIFETIME_SECONDS + SKEW_SECONDS
    if (Array.isArray(aud) && aud.length > 1) throw wrong()
    if (exp > latest || typeof jti !== 'string' || jti === '' || jti.length > JTI_MAX_LENGTH) throw wrong()
    return { client, jti, keptUntil: new Date((exp + SKEW_SECONDS) * 1000) }
  }
}
