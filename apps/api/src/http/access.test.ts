import { addressOf, can, STAFF_ROLES, type Endpoint, type Role } from '@zelab/contract'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { clientEndpoints, endpoints, type StaffEndpoint } from '../testing/endpoints.ts'
import { askAsClient, storeClient } from '../testing/integrations.ts'
import type { ApiClient } from '../testing/api-client.ts'
import { useTestApp } from '../testing/test-app.ts'
import { refuseUndeclaredAccess } from './serve.ts'

const clients = new Map<Role | 'anonymous', ApiClient>()

const app = await useTestApp()
const lab = await app.createLab()
for (const role of STAFF_ROLES) clients.set(role, await app.signedIn(role, lab))
clients.set('anonymous', app.client())

/** The id does not exist, so the response shows only whether access was granted. */
const call = (client: ApiClient, endpoint: Endpoint) => {
  const path = endpoint.path.replace(':fileName', `${'A'.repeat(43)}.pdf`).replace(/:\w+/g, '999999')
  return client.send(endpoint.method, path, endpoint.method === 'GET' ? undefined : {})
}

const letIn = (role: Role | 'anonymous', { access }: StaffEndpoint) => {
  if (access === 'anyone') return true
  if (role === 'anonymous') return false
  return access === 'staff' || can(role, access)
}

describe('every endpoint of the contract', () => {
  it('answers under /api/v1 only [API-BASE-04 API-BASE-05]', async () => {
    for (const [name, endpoint] of endpoints) {
      // Signing out would end the session that other tests need.
      const client = endpoint.access === 'anyone' ? app.client() : (clients.get('Admin') as ApiClient)
      const answer = await call(client, endpoint)
      expect(answer.body?.message, name).not.toBe('There is nothing at this address')
      const outside = await client.raw(endpoint.method, endpoint.path.replace(/:\w+/g, '999999'))
      expect(outside.status, name).toBe(404)
    }
  })

  it('admits exactly the roles of the permission table [PERM-10]', async () => {
    const others = endpoints.filter(([name]) => name !== 'auth.logout')
    for (const [name, endpoint] of others)
      for (const [role, client] of clients) {
        const { status, body } = await call(client, endpoint)
        const refusals = role === 'anonymous' ? [401] : [403]
        const isAdminsRegistration = name === 'patients.register' && role === 'Admin'
        if (letIn(role, endpoint) && endpoint.access !== 'anyone' && !isAdminsRegistration)
          expect([401, 403], `${name} for ${role}: ${JSON.stringify(body)}`).not.toContain(status)
        if (!letIn(role, endpoint)) expect(refusals, `${name} for ${role}`).toContain(status)
      }
  })

  it('returns no data to anonymous requests [PERM-API-11 PERM-API-12 PERM-API-13 PERM-API-14 PERM-API-15 PERM-API-16]', async () => {
    const anonymous = app.client()
    for (const [method, path] of [
      ['GET', '/patient/getAll'],
      ['GET', '/patient/getById/1'],
      ['POST', '/patient/checkPhone'],
      ['GET', '/report/getAll'],
      ['GET', '/report/getById/1'],
      ['GET', '/user/dashboard'],
    ] as const) {
      const answer = await anonymous.send(
        method,
        path,
        method === 'POST' ? { phone: '+971500000000' } : undefined,
      )
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({
        success: false,
        code: 'SIGN_IN_REQUIRED',
        message: 'Please sign in to continue',
      })
    }
  })

  it('stops startup when it declares no access', () => {
    const bare = Fastify()
    refuseUndeclaredAccess(bare)
    expect(() => bare.get('/api/v1/forgotten', () => 'open')).toThrow(
      'GET /api/v1/forgotten declares no access',
    )
  })
})

describe('every endpoint of clients', () => {
  const path = (endpoint: Endpoint) =>
    addressOf(endpoint)
      .replace(/^\/fhir/, '')
      .replace(/:\w+/g, 'report-999999')
  const init = ({ method }: Endpoint): RequestInit =>
    method === 'GET'
      ? {}
      : { method, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }
  const scoped = clientEndpoints.filter(([, { access }]) => access !== 'anyone')

  it('admits tokens with its scope alone, and no cookie [API-OUT-26]', async () => {
    const admin = clients.get('Admin') as ApiClient
    const { id: createdBy } = await app.database.one<{ id: number }>('select min(id) as id from users')
    expect(scoped.length).toBeGreaterThan(10)
    for (const [name, endpoint] of scoped) {
      const { key, id } = await storeClient(app, { labId: lab.id, createdBy })
      const statusOf = async (token?: string, headers = {}) =>
        (
          await askAsClient(app, token, path(endpoint), {
            ...init(endpoint),
            headers: { ...(init(endpoint).headers as object), ...headers },
          })
        ).status
      expect(await statusOf(), name).toBe(401)
      expect(await statusOf(undefined, { cookie: admin.cookieHeader() }), name).toBe(401)
      const keep = (operator: string) =>
        app.database.query(
          `update integrations set scopes = array(select s from unnest(scopes) s where s ${operator} $2) where id = $1`,
          [id, endpoint.access],
        )
      // Any origin is accepted: cookies are ignored.
      const foreign = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
      expect([401, 403, 500], name).not.toContain(await statusOf(key, foreign))
      await keep('=')
      expect([401, 403, 500], name).not.toContain(await statusOf(key))
      await keep('<>')
      expect(await statusOf(key), name).toBe(403)
      await app.database.query("update integrations set state = 'ended', ended_at = now() where id = $1", [
        id,
      ])
      expect(await statusOf(key), name).toBe(401)
    }
  })
})

describe('restricted paths', () => {
  const expectRefused = async (roles: Role[], method: string, path: string) => {
    for (const role of roles) {
      const answer = await (clients.get(role) as ApiClient).send(
        method,
        path,
        method === 'GET' ? undefined : {},
      )
      expect(answer.status, `${role} ${path}`).toBe(403)
      expect(answer.body).toEqual({
        success: false,
        code: 'FORBIDDEN',
        message: "You don't have permission to do this",
      })
    }
  }
  const withoutAdmin: Role[] = ['Doctor', 'Technician', 'Receptionist']

  it('limit the users list to the Admin [PERM-API-01]', () => expectRefused(withoutAdmin, 'GET', '/user/all'))
  it('limit adding users to the Admin [PERM-API-02]', () =>
    expectRefused(withoutAdmin, 'POST', '/auth/user/register'))
  it('reject anonymous requests to add users [PERM-API-03]', async () => {
    expect((await app.client().post('/auth/user/register', {})).status).toBe(401)
  })
  it('limit adding labs to the Admin [PERM-API-04]', () => expectRefused(withoutAdmin, 'POST', '/lab/create'))
  it('deny publishing, files and report types to the Receptionist [PERM-API-05 PERM-API-06 PERM-API-07 PERM-API-08]', async () => {
    await expectRefused(['Receptionist'], 'POST', '/user/uploadPatientReportFile/1')
    await expectRefused(['Receptionist'], 'POST', '/report/uploadReportFile')
    await expectRefused(['Receptionist'], 'DELETE', '/report/deleteReportFile')
    await expectRefused(['Receptionist'], 'POST', '/report/addReportType')
  })
  it('deny withdrawing to Admin and Receptionist [PERM-API-09]', () =>
    expectRefused(['Admin', 'Receptionist'], 'DELETE', '/report/deleteById/1'))
})
