import { createHash } from 'node:crypto'
import type { Role } from '@zelab/contract'
import { beforeEach } from 'vitest'
import { sure, type ApiClient } from './api-client.ts'
import { startHostileProvider, type HostileIssuer } from './hostile-provider.ts'
import { LOCALHOST_TLS } from './localhost-certificate.ts'
import { createProviderBrowser } from './provider-browser.ts'
import type { ProviderClient } from './provider-server.ts'
import { stopAtEnd } from './stop-at-end.ts'
import { nextNumber, useTestApp, type TestAppOptions, type TestLab, type TestUser } from './test-app.ts'

/** A test app that reaches the providers of the tests. */
export const PROVIDER_APP = {
  appUrl: 'https://reports.test',
  outboundNetworks: ['127.0.0.0/8'],
  outboundCa: LOCALHOST_TLS.cert,
} satisfies TestAppOptions

/** Of a provider that was added. */
export interface AddedProvider {
  id: number
  clientId: string
  name: string
  redirectUri: string
  logoutUri: string
  updatedAt: string
}

/** Adds a provider as an Admin, and our application as its client. */
export const addProvider = async (
  admin: ApiClient,
  provider: { issuer: string; register(client: ProviderClient): void },
  fields: object = {},
): Promise<AddedProvider> => {
  const number = nextNumber()
  const client = {
    ...{ name: `Hospital ${number}`, issuer: provider.issuer, clientId: `client-${number}` },
    ...{ clientSecret: `secret of client ${number}`, ...fields },
  }
  const created = sure(await admin.post('/provider/create', client))
  provider.register({ ...client, ...created })
  return created
}

/** An application, a provider that each test may change, and people who are linked to it. */
export const useSignInProviders = async (options: TestAppOptions = {}) => {
  const app = await useTestApp({ ...PROVIDER_APP, ...options })
  const hostile = await stopAtEnd(startHostileProvider())
  const admin = await app.signedIn('Admin')

  beforeEach(async () => {
    for (const phase of Object.keys(hostile.mishaps)) Reflect.deleteProperty(hostile.mishaps, phase)
    // At most ten are allowed.
    for (const table of ['rate_limits', 'sign_in_providers'])
      await app.database.execute(`delete from ${table}`)
  })

  const link = (providerId: number, user: Pick<TestUser, 'id'>, subject: string, givesRole = false) =>
    app.database.query(
      'insert into provider_links (provider_id, user_id, subject, gives_role) values ($1, $2, $3, $4)',
      [providerId, user.id, subject, givesRole],
    )

  return {
    app,
    hostile,
    admin,
    link,
    /** A provider with a new issuer. */
    async add(fields: object = {}): Promise<AddedProvider & { at: HostileIssuer }> {
      const at = hostile.newIssuer()
      return { ...(await addProvider(admin, at, fields)), at }
    },
    /** A user who is linked, with a browser that is not signed in. */
    async linked({ id }: { id: number }, role: Role = 'Doctor', lab?: TestLab) {
      const user = await app.createUser(role, lab)
      const person = `person-${user.id}`
      await link(id, user, person)
      return { user, person, browser: createProviderBrowser(app.client(), person) }
    },
    browserOf: (person: string, client: ApiClient = app.client()) => createProviderBrowser(client, person),
    entriesOf: async (userId: number) =>
      (
        await app.database.query<{ summary: string }>(
          `select summary from activity_log where object_id = $1 and object_type = 'user' or actor_id = $1
            order by id desc`,
          [userId],
        )
      ).map(({ summary }) => summary),
    sessionsOf: async (userId: number) =>
      (
        await app.database.one<{ count: number }>(
          'select count(*)::int as count from sessions where user_id = $1',
          [userId],
        )
      ).count,
    /** As if it was mailed some hours ago; earlier ones end. */
    async storeMailedLink({ id }: { id: number }, token: string, hours = 0) {
      await app.database.query(
        'update password_resets set used_at = now() where user_id = $1 and used_at is null',
        [id],
      )
      await app.database.query(
        `insert into password_resets (user_id, token_hash, created_at, expires_at)
         select $1, $2, at, at + interval '7 days' from (select now() - make_interval(hours => $3) as at) as made`,
        [id, createHash('sha256').update(token).digest(), hours],
      )
    },
    /** Notices that are queued for the owner of an account. */
    noticesTo: async (userId: number) =>
      (
        await app.database.query<{ payload: { notice?: string } }>(
          `select payload from graphile_worker._private_jobs
            where payload ->> 'userId' = $1::text order by id`,
          [userId],
        )
      ).flatMap(({ payload }) => payload.notice ?? []),
  }
}
