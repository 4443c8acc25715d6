import { randomBytes } from 'node:crypto'
import { CLIENT_SCOPES } from '@zelab/contract'
import { hashSecretToken } from '../platform/encryption.ts'
import type { ApiAnswer } from './api-client.ts'
import type { TestApp } from './test-app.ts'

interface StoredConnection {
  labId: number
  createdBy: number
  referrerId?: number
  includesSensitive?: boolean
}

/** A client with a bearer key and every scope. */
export const storeClient = async (
  { database }: Pick<TestApp, 'database'>,
  { labId, createdBy, referrerId, includesSensitive = false }: StoredConnection,
): Promise<{ id: number; key: string }> => {
  const key = `zlk_${randomBytes(32).toString('base64url')}`
  const [row] = await database.query<{ id: number }>(
    `insert into integrations (lab_id, kind, name, purpose, country, referrer_id, includes_sensitive, created_by, scopes,
                               key_hash, key_expires_at, key_days)
     values ($1, 'client', 'Clinic', 'Treatment', 'AE', $2, $3, $4, $5, $6, now() + interval '30 days', 30) returning id`,
    [labId, referrerId ?? null, includesSensitive, createdBy, CLIENT_SCOPES, hashSecretToken(key)],
  )
  return { id: row?.id ?? 0, key }
}

/** A webhook to an address that does not answer. */
export const storeWebhook = async (
  { database }: Pick<TestApp, 'database'>,
  { labId, createdBy, referrerId, includesSensitive = false }: StoredConnection,
): Promise<number> => {
  const [row] = await database.query<{ id: number }>(
    `insert into integrations (lab_id, kind, name, purpose, country, referrer_id, includes_sensitive, created_by, url,
                               sealed_secret)
     values ($1, 'webhook', 'Hospital', 'Treatment', 'AE', $2, $3, $4, 'https://127.0.0.1:9/', '\\x00') returning id`,
    [labId, referrerId ?? null, includesSensitive, createdBy],
  )
  return row?.id ?? 0
}

/** A request of a client below `/fhir`, without cookies. */
export const askAsClient = async (
  { origin }: Pick<TestApp, 'origin'>,
  key: string | undefined,
  path: string,
  init: RequestInit = {},
) => {
  const answer = await fetch(`${origin}/fhir${path}`, {
    ...init,
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...(init.headers as object) },
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  const body: ApiAnswer['body'] = isJson ? JSON.parse(text) : text
  return { status: answer.status, headers: answer.headers, body }
}
