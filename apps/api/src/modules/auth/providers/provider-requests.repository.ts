import { z } from 'zod'
import { providerRequests } from '../../../core/tables.gen.ts'
import { columnsOf, from, insertion, pick, type NewRecord } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { neverNull, type RowOf } from '../../../platform/database/row-schema.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'

/** Limit for each browser: every tab may wait for a provider. */
const REQUESTS_KEPT = 20

const newRequestRow = z.object(
  pick(providerRequests, 'stateHash providerId browserHash purpose sessionId invitationHash returnTo'),
)

/** Also removes all but the newest of the browser. */
export const insertRequest = async (
  db: Queryable,
  request: NewRecord<typeof newRequestRow> & { minutes: number },
): Promise<void> => {
  await db.execute((parameters) => {
    const expiresAt = `now() + make_interval(mins => ${parameters.add(request.minutes)})`
    return `with dropped as (
       delete from provider_requests where state_hash in (
         select state_hash from provider_requests where browser_hash = ${parameters.add(request.browserHash)}
          order by expires_at desc offset ${REQUESTS_KEPT - 1}))
     insert into provider_requests ${insertion(newRequestRow, request, parameters, { expiresAt })}`
  })
}

const requestRow = z.object({
  purpose: from('purpose', z.enum(['sign-in', 'link', 'confirm', 'invitation'])),
  ...pick(providerRequests, 'sessionId invitationHash returnTo createdAt'),
})
export type ProviderRequest = RowOf<typeof requestRow>

/** Once: undefined for one that was used, has expired, or is of another provider or browser. */
export const useRequest = (
  db: Queryable,
  { stateHash, providerId, browserHash }: { stateHash: Buffer; providerId: number; browserHash: Buffer },
): Promise<ProviderRequest | undefined> =>
  db.maybeOne(
    requestRow,
    `delete from provider_requests
      where state_hash = $1 and provider_id = $2 and browser_hash = $3 and expires_at > now()
        and purpose <> 'second-step'
      returning ${columnsOf(requestRow)}`,
    [stateHash, providerId, browserHash],
  )

const passedRow = z.object({
  userId: neverNull(providerRequests.userId),
  accessVersion: neverNull(providerRequests.accessVersion),
  ...pick(providerRequests, 'providerId providerSession sealedIdToken createdAt'),
})
export type PassedSignIn = RowOf<typeof passedRow>

/** One row for each browser, also when two sign-ins come back at once. */
const passedKey = (browserHash: Buffer): Buffer =>
  hashSecretToken(`second step\n${browserHash.toString('base64url')}`)

const newPassedRow = z.object({
  ...pick(providerRequests, 'stateHash providerId browserHash purpose userId accessVersion'),
  ...pick(providerRequests, 'providerSession sealedIdToken'),
})

/** The person passed the provider, which checks no second factor. Replaces an earlier one of the browser. */
export const storePassed = async (
  db: Queryable,
  passed: Omit<PassedSignIn, 'createdAt'> & { browserHash: Buffer; minutes: number },
): Promise<void> => {
  await db.execute((parameters) => {
    const expiresAt = `now() + make_interval(mins => ${parameters.add(passed.minutes)})`
    const values = { ...passed, stateHash: passedKey(passed.browserHash), purpose: 'second-step' as const }
    return `insert into provider_requests ${insertion(newPassedRow, values, parameters, { expiresAt })}
     on conflict (state_hash) do update
       set provider_id = excluded.provider_id, user_id = excluded.user_id, access_version = excluded.access_version,
           provider_session = excluded.provider_session, sealed_id_token = excluded.sealed_id_token,
           created_at = excluded.created_at, expires_at = excluded.expires_at`
  })
}

const PASSED = `state_hash = $1 and purpose = 'second-step' and expires_at > now()`

export const findPassed = (db: Queryable, browserHash: Buffer): Promise<PassedSignIn | undefined> =>
  db.maybeOne(passedRow, `select ${columnsOf(passedRow)} from provider_requests where ${PASSED}`, [
    passedKey(browserHash),
  ])

/** Once, and only for the account that was found. */
export const usePassed = async (db: Queryable, browserHash: Buffer, userId: number): Promise<boolean> =>
  (await db.execute(`delete from provider_requests where ${PASSED} and user_id = $2`, [
    passedKey(browserHash),
    userId,
  ])) > 0

/** @returns false if it was used before */
export const useLogoutToken = async (
  tx: Queryable,
  { providerId, jtiHash, keptUntil }: { providerId: number; jtiHash: Buffer; keptUntil: Date },
): Promise<boolean> =>
  (await tx.execute(
    `insert into provider_logouts (provider_id, jti_hash, expires_at) values ($1, $2, $3) on conflict do nothing`,
    [providerId, jtiHash, keptUntil.toISOString()],
  )) > 0

export const deleteExpiredRequests = async (db: Queryable): Promise<void> => {
  await db.execute('delete from provider_requests where expires_at < now()')
  await db.execute('delete from provider_logouts where expires_at < now()')
}
