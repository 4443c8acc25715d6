import { request as httpRequest } from 'node:http'
import { contract, type Endpoint } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { TEST_PASSWORD, useTestApp } from '../testing/test-app.ts'
import { patientFields } from '../testing/test-records.ts'

const MOST_OF_A_USER = 104

const app = await useTestApp()
const receptionist = await app.signedIn('Receptionist')
const other = await app.signedIn('Receptionist')

describe('requests of one user', () => {
  it.each(['/user/dashboard', '/insights/trend', '/patient/getAll', '/report/getAll'])(
    'queue for each other on %s, and get a temporary rejection above the limit [SAFE-15]',
    async (path) => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => receptionist.get(path)))
      const taken = answers.filter(({ status }) => status === 200)
      const refused = answers.filter(({ status }) => status === 429)
      expect(taken.length + refused.length).toBe(200)
      expect(taken.length).toBeGreaterThanOrEqual(MOST_OF_A_USER)
      for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await receptionist.get(path)).status).toBe(200)
    },
  )

  it('count per user across sessions [SAFE-15]', async () => {
    const { email } = receptionist.user
    const sessions = [receptionist, ...Array.from({ length: 3 }, () => app.client())]
    for (const client of sessions.slice(1))
      expect((await client.post('/auth/user/login', { email, password: TEST_PASSWORD })).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => sessions.map((client) => client.get('/patient/getAll'))).flat(),
    )
    expect(answers.some((answer) => answer.status === 429)).toBe(true)
  })

  it('reach the limits when they write, too [SAFE-15]', async () => {
    const person = (index: number) => ({
      ...patientFields({ fullName: `Person ${String.fromCharCode(97 + (index % 26)).repeat(8)}` }),
      differentFrom: [],
    })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => receptionist.post('/user/patient/onboarding', person(index))),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 409, 429].includes(status))).toEqual([])
    expect(statuses).toContain(429)
    expect((await receptionist.post('/user/patient/onboarding', patientFields())).status).toBe(200)
  })

  it('leave another lab’s list without delay [SAFE-15]', async () => {
    let answered = 0
    const dashboards = Array.from({ length: 200 }, () =>
      receptionist.get('/user/dashboard').then(({ status }) => (answered += status === 200 ? 1 : 0)),
    )
    expect((await other.get('/patient/getAll')).status).toBe(200)
    expect(answered).toBeLessThan(60)
    await Promise.all(dashboards)
  })

  it('pass when many tabs open at once [SAFE-15]', async () => {
    const page = [
      '/user/dashboard',
      '/insights/trend',
      '/patient/getAll',
      '/report/getAll',
      '/settings/general',
    ]
    const tabs = Array.from({ length: 15 }, () => page).flat()
    const answers = await Promise.all(tabs.map((path) => receptionist.get(path)))
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toEqual([])
  })
})

describe('exports of one user', () => {
  it('free their slots when they end or their reader disconnects [SAFE-15]', async () => {
    const doctor = await app.signedIn('Doctor')
    const leave = () =>
      new Promise<void>((resolve) => {
        const sent = httpRequest(
          `${app.origin}/api/v1/patient/export`,
          { headers: { cookie: doctor.cookieHeader() } },
          (answer) => {
            answer.destroy()
            resolve()
          },
        )
        sent.on('error', () => resolve())
        sent.end()
      })
    await Promise.all(Array.from({ length: 8 }, leave))
    for (let count = 0; count < 5; count++) {
      const answer = await doctor.raw('GET', '/api/v1/patient/export')
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
  })

  const exportsOfContract = Object.values(contract)
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter(({ file }) => file === 'export')

  it.each(exportsOfContract.map(({ path }) => path))(
    'reach a limit of two at a time and ten waiting on %s [SAFE-15]',
    async (path) => {
      const admin = await app.signedIn('Admin')
      const answers = await Promise.all(
        Array.from({ length: 60 }, async () => {
          const answer = await admin.raw('GET', `/api/v1${path.replace(/:\w+/, '999999')}`)
          await answer.arrayBuffer()
          return answer.status
        }),
      )
      expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
    },
  )
})
