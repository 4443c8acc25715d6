import { contract, type Endpoint } from '@zelab/contract'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { identifyCallers } from '../auth.routes.ts'

const endpoints = Object.values(contract).flatMap((group): Endpoint[] => Object.values(group))
const open = endpoints.filter(({ access }) => access === 'anyone')

it.each(open)(
  'looks up four unknown cookies of a network at a time: $method $path [RULE-78]',
  async (endpoint) => {
    const { method, path: url, access } = endpoint
    const app = Fastify()
    let running = 0
    let release = () => {}
    let released = Promise.resolve()
    const hold = () => (released = new Promise<void>((resolve) => (release = resolve)))
    const identify = async () => {
      running += 1
      await released
      return null
    }
    // The hook uses only these parts.
    const parts = {
      sessions: { identify, forgetRemembered() {} },
      cookie: { read: () => 'unknown' },
    } as unknown as Parameters<typeof identifyCallers>[1]
    identifyCallers(app, parts)
    app.route({ method, url, config: { access }, handler: () => Promise.resolve('answer') })
    const call = (remoteAddress: string) =>
      app.inject({ method, url, remoteAddress }).then(({ statusCode }) => statusCode)
    release()
    for (let number = 0; number < 20; number += 1) await call('192.0.2.9')
    running = 0
    void hold()
    const flood = Array.from({ length: 250 }, () => call('192.0.2.9'))
    const other = call('198.51.100.1')
    await expect.poll(() => running).toBe(5)
    release()
    expect(await other).toBe(200)
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]))
    await app.close()
  },
)
