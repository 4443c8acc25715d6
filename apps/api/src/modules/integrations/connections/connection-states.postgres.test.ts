import { CLIENT_SCOPES, type Attempt, type Receiver } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { createEncryption, hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { sure } from '../../../testing/api-client.ts'
import { askAsClient } from '../../../testing/integrations.ts'
import { TEST_SECRET, useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp({ outboundNetworks: ['127.0.0.0/8'] })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const type = await addReportType(doctor)

const common = { name: 'Hospital', purpose: 'Treatment', country: 'AE', reach: { kind: 'lab' } }
const addClient = async (): Promise<{ id: number; secret: string }> =>
  sure(await admin.post(`/integration/addClient/${lab.id}`, { ...common, scopes: CLIENT_SCOPES, days: 10 }))
const addWebhook = async (labId = lab.id): Promise<{ id: number; secret: string }> =>
  sure(
    await admin.post(`/integration/addReceiver/${labId}`, {
      ...{ ...common, kind: 'webhook', url: 'https://127.0.0.1:9/' },
    }),
  )
const act = (action: string, id: number, body: object = {}) =>
  admin.post(`/integration/${action}/${id}`, body)
const statusOf = async (key: string) => (await askAsClient(app, key, '/events')).status
const storedOf = (id: number) =>
  app.database.one<{ sealed: Buffer | null; previous: Buffer | null; until: string | null; state: string }>(
    `select sealed_secret as sealed, sealed_previous_secret as previous, previous_secret_until as until, state
       from integrations where id = $1`,
    [id],
  )
const addToken = async (id: number) => {
  const token = newSecretToken()
  await app.database.query(
    "insert into integration_tokens values ($1, $2, $3, now() + interval '5 minutes')",
    [...[hashSecretToken(token), id, CLIENT_SCOPES]],
  )
  return token
}
const attemptsOf = async (id: number, query = '') =>
  sure(await admin.get(`/integration/getAttempts/${id}${query}`)) as Attempt[]

describe('a renewed secret', () => {
  it('ends the earlier key of a client at once, and lasts as many days [API-OUT-14]', async () => {
    const { id, secret } = await addClient()
    await app.database.query(
      "update integrations set key_expires_at = now() + interval '1 day' where id = $1",
      [id],
    )
    const renewed = sure(await act('rotate', id)).secret as string
    expect(await statusOf(secret)).toBe(401)
    expect(await statusOf(renewed)).toBe(200)
    const { days } = await app.database.one<{ days: number }>(
      'select round(extract(epoch from key_expires_at - now()) / 86400)::integer as days from integrations where id = $1',
      [id],
    )
    expect(days).toBe(10)
  })

  it('leaves the earlier one of a webhook valid for 24 hours [API-OUT-14]', async () => {
    const { id, secret } = await addWebhook()
    const renewed = sure(await act('rotate', id)).secret as string
    expect(renewed).not.toBe(secret)
    const { open } = createEncryption(TEST_SECRET)
    const { sealed, previous, until } = await storedOf(id)
    expect([sealed && open(sealed), previous && open(previous)]).toEqual([renewed, secret])
    expect(Math.round((Date.parse(until ?? '') - Date.now()) / 3_600_000)).toBe(24)
  })

  it('fails for ended connections, and those without a secret [API-OUT-14]', async () => {
    const { id } = await addClient()
    await app.database.query(
      `update integrations set key_hash = null, key_expires_at = null, key_days = null,
                               jwks_uri = 'https://127.0.0.1/' where id = $1`,
      [id],
    )
    expect((await act('rotate', id)).body.code).toBe('INTEGRATION_HAS_NO_SECRET')
    sure(await act('end', id))
    for (const action of ['rotate', 'pause', 'resume', 'end', 'update'])
      expect((await act(action, id)).body.code).toBe('INTEGRATION_ENDED')
    expect((await act('rotate', 999_999)).body.code).toBe('INTEGRATION_NOT_FOUND')
  })
})

describe('pausing and ending', () => {
  it('ends tokens at once, and resuming does not bring them back [API-OUT-16]', async () => {
    const { id, secret } = await addClient()
    const token = await addToken(id)
    expect(await statusOf(token)).toBe(200)
    sure(await act('pause', id))
    sure(await act('pause', id))
    expect([await statusOf(token), await statusOf(secret)]).toEqual([401, 401])
    sure(await act('resume', id))
    expect([await statusOf(token), await statusOf(secret)]).toEqual([401, 200])
    const later = await addToken(id)
    sure(await act('end', id))
    expect([await statusOf(later), await statusOf(secret)]).toEqual([401, 401])
    const clients = sure(await admin.get(`/integration/getClients/${lab.id}`)) as { id: number }[]
    expect(clients.map((client) => client.id)).not.toContain(id)
    const entries = sure(await admin.get(`/activity/getAll?objectType=integration&objectId=${id}`))
    expect(entries.map(({ summary }: { summary: string }) => summary.split(' ')[0])).toEqual([
      'Ended',
      'Resumed',
      'Paused',
      'Added',
    ])
  })

  it('supersedes what waits, and drops the secret of an ended webhook [API-OUT-16]', async () => {
    const { id } = await addWebhook()
    await publishReport(doctor, await registerPatient(doctor), type)
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['waiting'])
    sure(await act('end', id))
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['superseded'])
    expect(await storedOf(id)).toMatchObject({ sealed: null, state: 'ended' })
  })

  it('requires a new secret for a webhook that lost it before it is resumed [API-OUT-16]', async () => {
    const { id } = await addWebhook()
    sure(await act('pause', id))
    await app.database.query('update integrations set sealed_secret = null where id = $1', [id])
    expect((await act('resume', id)).body.code).toBe('INTEGRATION_LACKS_SECRET')
    expect(sure(await act('rotate', id)).secret).toMatch(/^whsec_/)
    sure(await act('resume', id))
    expect(await storedOf(id)).toMatchObject({ state: 'active', previous: null, until: null })
  })
})

describe('the changes of a receiver', () => {
  it('count in the list, and appear page by page and filtered in the log [API-OUT-18 API-OUT-150]', async () => {
    const own = await app.createLab()
    const author = await app.signedIn('Doctor', own)
    const { id } = await addWebhook(own.id)
    for (let count = 0; count < 3; count += 1)
      await publishReport(author, await registerPatient(author), type)
    await app.database.query(
      `update integration_sendings set state = 'refused', answer = '422', tries = 8
        where id = (select min(id) from integration_sendings where integration_id = $1)`,
      [id],
    )
    await app.database.query(
      "update integrations set failing_since = now(), failure = 'No answer in time', next_try_at = now() where id = $1",
      [id],
    )
    const [receiver] = sure(await admin.get(`/integration/getReceivers/${own.id}`)) as Receiver[]
    expect(receiver).toMatchObject({ waiting: 2, refused: 1, failing: { answer: 'No answer in time' } })
    const [, second, oldest] = await attemptsOf(id)
    expect(receiver?.waitingSince).not.toBeNull()
    expect(oldest).toMatchObject({
      ...{ state: 'refused', answer: '422', tries: 8, type: 'report.published', version: null },
    })
    expect((await attemptsOf(id, '?state=refused')).map((attempt) => attempt.id)).toEqual([oldest?.id])
    await app.database.query(
      "update integration_sendings set changed_at = '2026-01-31T21:30:00Z' where integration_id = $1 and id = $2",
      [id, second?.id],
    )
    const idsOf = async (query: string) => (await attemptsOf(id, query)).map((attempt) => attempt.id)
    expect(await idsOf('?fromDate=2026-02-01&toDate=2026-02-01')).toEqual([second?.id])
    expect(await idsOf('?fromDate=2026-01-31&toDate=2026-01-31')).toEqual([])
    expect(await idsOf(`?report=${oldest?.report}`)).toEqual([oldest?.id])
    expect(await idsOf('?report=987654')).toEqual([])
    expect((await attemptsOf(id, '?limit=1&page=2')).map((attempt) => attempt.id)).toEqual([second?.id])
    expect((await admin.get('/integration/getAttempts/999999')).body.code).toBe('INTEGRATION_NOT_FOUND')
  })
})

describe('a replay', () => {
  it('queues the latest change of each report in reach again, instead of what waits [API-OUT-17]', async () => {
    const own = await app.createLab()
    const author = await app.signedIn('Doctor', own)
    const { id } = await addWebhook(own.id)
    const publish = async () => (await publishReport(author, await registerPatient(author), type)).id
    const [early, first, second] = [await publish(), await publish(), await publish()]
    await withdrawReport(author, second, { reason: 'published-twice' })
    const since = (
      await app.database.one<{ at: string }>('select at from report_changes where report_id = $1', [first])
    ).at
    await app.database.query("update integration_sendings set state = 'done' where report_id = $1", [first])
    const accept =
      'insert into integration_reports (integration_id, report_id, version, is_current) values ($1, $2, 1, true)'
    await app.database.query(accept, [id, second])
    expect(sure(await act('replay', id, { since }))).toEqual({ queued: 2 })
    const waiting = await attemptsOf(id, '?state=waiting')
    expect(waiting.map(({ report, type: kind }) => [report, kind])).toEqual([
      [second, 'report.withdrawn'],
      [first, 'report.published'],
      [early, 'report.published'],
    ])
    const changes = await app.database.query<{ changes: number }>(
      `select count(distinct change_sequence)::integer as changes from integration_sendings
        where integration_id = $1 and report_id = $2`,
      [id, first],
    )
    expect(changes).toEqual([{ changes: 1 }])
    expect(sure(await act('replay', id, { since }))).toEqual({ queued: 2 })
    expect(await attemptsOf(id, '?state=waiting')).toHaveLength(3)
    const { id: client } = await addClient()
    expect((await act('replay', client, { since })).body.code).toBe('INTEGRATION_NOT_RECEIVER')
    for (const outside of ['1899-12-31T00:00:00Z', '2200-01-01T00:00:00Z', '0000-01-01T00:00:00Z'])
      expect((await act('replay', id, { since: outside })).body.code, outside).toBe('INVALID_INPUT')
  })
})
