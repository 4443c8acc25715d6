import { contract, type Endpoint } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../testing/api-client.ts'
import { RawConnection } from '../testing/raw-connection.ts'
import { createRandom, requestsTo, type GeneratedRequest } from '../testing/hostile-values.ts'
import { TEST_PASSWORD, useTestApp } from '../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../testing/test-records.ts'
import { WAIT_MS } from '../../../../test-limits.ts'

// Most requests never reach the database, so the run on an external database sends fewer, different ones.
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (process.env.TEST_DATABASE_URL ? 2_000 : 5_000))
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.TEST_DATABASE_URL ? 20_262 : 20_261))
const AT_ONCE = 16
/** Password hashing is slow by design, so these run less often. */
const SLOW = new Set([
  'login',
  'register',
  'invite',
  'changePassword',
  'resetPassword',
  'removeSecondFactor',
  'renewRecoveryCodes',
])
const SLOW_SHARE = 0.02

const app = await useTestApp()
const lab = await app.createLab()
// Generated requests use small ids: spare users keep them from deactivating a signed-in user.
for (let id = 1; id <= 6; id++) await app.createUser('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
await publishReport(doctor, await registerPatient(doctor), await addReportType(doctor))
const clients = [doctor, await app.signedIn('Admin'), await app.signedIn('Receptionist', lab), app.client()]

const generators = Object.values(contract).flatMap((group) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => ({
    isSlow: SLOW.has(name),
    // Only anonymous requests try to sign out, or no session would be left.
    isAnonymous: name === 'logout' || name === 'endOtherSessions',
    next: requestsTo(endpoint),
  })),
)

const send = async (client: ApiClient, request: GeneratedRequest): Promise<number> => {
  const answer = await client.raw(request.method, `/api/v1${request.path}`, {
    ...(request.body !== undefined && { body: request.body }),
    headers: {
      ...(request.contentType && { 'content-type': request.contentType }),
      ...(request.requestKey && { 'idempotency-key': request.requestKey }),
    },
    signal: AbortSignal.timeout(WAIT_MS),
  })
  await answer.arrayBuffer()
  return answer.status
}

describe('generated requests', () => {
  it(
    `never cause a server error, ${REQUESTS} of them`,
    async () => {
      const random = createRandom(SEED)
      const statuses = new Map<number, number>()
      let sent = 0
      const worker = async () => {
        while (sent < REQUESTS) {
          const generator = generators[Math.floor(random() * generators.length)]
          if (!generator || (generator.isSlow && random() > SLOW_SHARE)) continue
          sent += 1
          const client = generator.isAnonymous ? clients[3] : clients[Math.floor(random() * clients.length)]
          const request = generator.next(random)
          const status = await send(client as ApiClient, request)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          expect(status, `seed ${SEED}: ${JSON.stringify(request).slice(0, 500)}`).toBeLessThan(500)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      // Some requests must succeed, or the test would prove little.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20)
      const user = await app.createUser('Doctor')
      await app.database.execute('delete from rate_limits')
      const signIn = await app
        .client()
        .post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
      expect(signIn.status).toBe(200)
    },
    Math.max(240_000, REQUESTS * 20),
  )
})

describe('sequences of requests on one connection', () => {
  const SEQUENCES = Math.ceil(REQUESTS / 100)
  const LENGTH = 5

  /** The declared length may be wrong: the body is then truncated or too long. */
  const write = (connection: RawConnection, client: ApiClient, request: GeneratedRequest, lie: number) => {
    const body = Buffer.from(typeof request.body === 'string' ? request.body : '')
    connection.request(
      `${request.method} /api/v1${request.path}`,
      {
        origin: client.site,
        ...(client.cookieHeader() !== '' && { cookie: client.cookieHeader() }),
        ...(request.contentType && { 'content-type': request.contentType }),
        'content-length': Math.max(0, body.length + lie),
      },
      body,
    )
  }

  it(
    `get all their answers or a closed connection, ${SEQUENCES} of them [SAFE-16]`,
    async () => {
      const random = createRandom(SEED + 1)
      const pickFrom = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
      const quick = generators.filter(({ isSlow, isAnonymous }) => !isSlow && !isAnonymous)
      let answered = 0
      for (let sequence = 0; sequence < SEQUENCES; sequence++) {
        const connection = await RawConnection.open(app.origin)
        try {
          for (let step = 0; step < LENGTH && !connection.closed; step++) {
            const request = pickFrom(quick).next(random)
            // The last request is sometimes truncated or followed by extra bytes.
            const isLie = step === LENGTH - 1 && random() < 0.5
            write(connection, pickFrom(clients), request, isLie ? (random() < 0.5 ? 40 : -1) : 0)
            if (isLie) connection.socket.end()
            const answer = await connection.answer()
            const what = `seed ${SEED}, sequence ${sequence}, step ${step}: ${JSON.stringify(request).slice(0, 300)}`
            if (answer) answered += 1
            expect(answer?.status ?? 0, what).toBeLessThan(500)
            // After an early response or one without a length, the connection is unusable.
            if (!answer?.headers.has('content-length')) break
          }
        } finally {
          connection.close()
        }
      }
      expect(answered).toBeGreaterThan(SEQUENCES * 2)
    },
    Math.max(120_000, REQUESTS * 10),
  )
})
