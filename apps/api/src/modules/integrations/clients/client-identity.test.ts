import { CLIENT_REQUESTS_PER_MINUTE, CLIENT_SCOPES } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { askAsClient, storeClient } from '../../../testing/integrations.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { createClientIdentityService } from './client-identity.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const place = { labId: lab.id, createdBy: admin.user.id }
const statusOf = async (key?: string) => (await askAsClient(app, key, '/events')).status
const change = (id: number, assignments: string) =>
  app.database.query(`update integrations set ${assignments} where id = $1`, [id])

describe('a request of a client', () => {
  it.each([
    '',
    'Bearer',
    'Bearer x',
    'Basic eDp5',
    `Bearer zlk_${'a'.repeat(43)}`,
    `Bearer ${'a'.repeat(43)}`,
  ])('gets 401 and the scheme with the header "%s" [API-OUT-26]', async (authorization) => {
    const answer = await askAsClient(app, undefined, '/events', { headers: { authorization } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.body).toMatchObject({ code: 'CLIENT_UNKNOWN' })
  })

  it('gets 401 at once for a paused or ended connection, or with an expired key [API-OUT-26]', async () => {
    const { id, key } = await storeClient(app, place)
    expect(await statusOf(key)).toBe(200)
    await change(id, "state = 'paused', pause_cause = 'staff'")
    expect(await statusOf(key)).toBe(401)
    await change(id, "state = 'active', pause_cause = null")
    expect(await statusOf(key)).toBe(200)
    await change(id, 'key_expires_at = now()')
    expect(await statusOf(key)).toBe(401)
    await change(id, "key_expires_at = now() + interval '1 day', state = 'ended', ended_at = now()")
    expect(await statusOf(key)).toBe(401)
  })

  it('gets 403 without the scope, even when only the token lacks it [API-OUT-26]', async () => {
    const { id, key } = await storeClient(app, place)
    const token = newSecretToken()
    const add = "insert into integration_tokens values ($1, $2, $3, now() + interval '5 minutes')"
    await app.database.query(add, [hashSecretToken(token), id, ['system/Patient.rs']])
    expect(await statusOf(token)).toBe(403)
    await app.database.query('update integration_tokens set scopes = $1', [CLIENT_SCOPES])
    expect(await statusOf(token)).toBe(200)
    await app.database.query("update integrations set scopes = '{system/Patient.rs}' where id = $1", [id])
    expect(await statusOf(token)).toBe(403)
    expect(await statusOf(key)).toBe(403)
    await app.database.query('delete from integration_tokens')
    expect(await statusOf(token)).toBe(401)
  })

  it('counts as anonymous with the cookie of an Admin [API-OUT-26]', async () => {
    expect((await admin.raw('GET', '/fhir/events')).status).toBe(401)
  })

  it('marks the connection as used, at most once a minute [API-OUT-27]', async () => {
    const { id, key } = await storeClient(app, place)
    const usedAt = async () =>
      (
        await app.database.one<{ at: string | null }>(
          'select last_used_at as at from integrations where id = $1',
          [id],
        )
      ).at
    expect(await usedAt()).toBeNull()
    await statusOf(key)
    const first = await usedAt()
    expect(first).not.toBeNull()
    await statusOf(key)
    await app.services.clientIdentity.admit({ id })
    expect(await usedAt()).toBe(first)
  })

  it('counts the requests of all processes [API-OUT-141]', async () => {
    const { id, key } = await storeClient(app, place)
    const processes = [0, 1].map(() => createClientIdentityService(app))
    for (let sent = 0; sent < CLIENT_REQUESTS_PER_MINUTE; sent += 1) await processes[sent % 2]?.admit({ id })
    const answer = await askAsClient(app, key, '/events')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    await app.database.execute(
      "update rate_limits set window_started_at = now() - interval '61 seconds' where key = $1",
      [`client ${id}`],
    )
    expect(await statusOf(key)).toBe(200)
  })

  it('above 600 in a minute answers 429, and no other client notices [API-OUT-27]', async () => {
    const { id, key } = await storeClient(app, place)
    const other = await storeClient(app, place)
    for (let sent = 0; sent < CLIENT_REQUESTS_PER_MINUTE; sent += 1)
      await app.services.clientIdentity.admit({ id })
    const answer = await askAsClient(app, key, '/events')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusOf(other.key)).toBe(200)
  })
})
