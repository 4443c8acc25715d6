import { afterEach, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestAppOptions } from '../testing/test-app.ts'

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop()
})

const start = async (options: TestAppOptions = {}) => {
  const app = await startTestApp(options)
  apps.push(app)
  return async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${app.origin}/metrics`, { headers })
    const text = await answer.text()
    expect(text.includes('zelab_')).toBe(answer.status === 200)
    return answer.status
  }
}

it('metrics are open to local programs but not through a proxy [SEE-04]', async () => {
  const ask = await start()
  expect(await ask()).toBe(200)
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto'])
    expect(await ask({ [header]: '127.0.0.1' }), header).toBe(404)
})

it('metrics are closed behind a proxy without a token [SEE-04]', async () => {
  const ask = await start({ trustProxy: 1 })
  expect(await ask()).toBe(404)
  expect(await ask({ 'x-forwarded-for': '127.0.0.1' })).toBe(404)
})

it('metrics with a token are open only to its holders [SEE-04]', async () => {
  const ask = await start({ metricsToken: 'a-token-of-the-tests', trustProxy: 1 })
  expect(await ask()).toBe(404)
  expect(await ask({ authorization: 'Bearer another-token-of-it' })).toBe(404)
  expect(await ask({ authorization: 'a-token-of-the-tests' })).toBe(404)
  expect(await ask({ authorization: 'Bearer a-token-of-the-tests' })).toBe(200)
})
