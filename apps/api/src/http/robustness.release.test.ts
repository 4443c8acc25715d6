import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { TEST_PASSWORD, useTestApp } from '../testing/test-app.ts'

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')

describe('the server', () => {
  it('signs in 200 people at once and keeps answering others', async () => {
    const lab = await app.createLab()
    const users = await Promise.all(Array.from({ length: 20 }, () => app.createUser('Doctor', lab)))
    // Ten devices per person from one address, as in a clinic.
    const signIns = Array.from({ length: 200 }, (_, index) =>
      app.client().post('/auth/user/login', { email: users[index % 20]?.email, password: TEST_PASSWORD }),
    )
    const meanwhile = Array.from({ length: 20 }, () => doctor.get('/user/dashboard'))
    for (const answer of await Promise.all(meanwhile)) expect(answer.status).toBe(200)
    const statuses = (await Promise.all(signIns)).map((answer) => answer.status)
    // Pending attempts count toward the limit, so some of an account's ten may be rejected.
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(100)
    expect((await doctor.get('/user/dashboard')).status).toBe(200)
  })

  it('rejects deeply nested and endless bodies', async () => {
    const send = (body: string) =>
      doctor.raw('POST', '/api/v1/patient/checkPhone', {
        body,
        headers: { 'content-type': 'application/json' },
      })
    expect((await send('['.repeat(100_000) + ']'.repeat(100_000))).status).toBe(400)
    expect((await send(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`)).status).toBe(400)
    expect((await send(`{"phone":"${'9'.repeat(1024 * 1024)}"}`)).status).toBe(413)
  })

  it('ignores an undeclared body, however deep [SAFE-10]', async () => {
    const send = (path: string, key: string) =>
      doctor.raw('POST', `/api/v1${path}`, {
        body: '['.repeat(100_000) + ']'.repeat(100_000),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
    expect((await send('/auth/keep-alive', 'deep-1')).status).toBe(200)
    expect((await send('/auth/sessions/end-others', 'deep-2')).status).toBe(200)
  })

  it('keeps answering while clients send almost nothing', async () => {
    const { port } = new URL(app.origin)
    const idlers: Socket[] = []
    try {
      for (let index = 0; index < 200; index++) {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', () => {})
        socket.write('POST /api/v1/auth/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nX-Slow: ')
        idlers.push(socket)
      }
      for (let call = 0; call < 20; call++) expect((await doctor.get('/user/dashboard')).status).toBe(200)
    } finally {
      for (const socket of idlers) socket.destroy()
    }
  })
})
