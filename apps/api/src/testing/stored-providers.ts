import { randomUUID } from 'node:crypto'
import { createEncryption } from '../platform/encryption.ts'
import type { TestApp } from './test-app.ts'

export const STORED_SECRET = 'secret of a stored provider'

/** A provider that is never reached. */
export const storeProvider = async (
  { database }: Pick<TestApp, 'database'>,
  { labId = null, key }: { labId?: number | null; key: Buffer },
): Promise<number> => {
  const { id } = await database.one<{ id: number }>(
    `insert into sign_in_providers (lab_id, name, issuer, client_id, sealed_secret, scopes, domains, roles)
     values ($1, 'Hospital', 'https://login.invalid', $2, $3, '{openid}', '{hospital.example}', '{}') returning id`,
    [labId, randomUUID(), createEncryption(key).seal(STORED_SECRET)],
  )
  return id
}

/** @param subject the person at the provider */
export const storeProviderLink = async (
  { database }: Pick<TestApp, 'database'>,
  providerId: number,
  { id }: { id: number },
  subject = `person-${id}`,
): Promise<void> => {
  await database.query(
    'insert into provider_links (provider_id, user_id, subject, last_used_at) values ($1, $2, $3, now())',
    [providerId, id, subject],
  )
}
