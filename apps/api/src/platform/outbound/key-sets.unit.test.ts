import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Outbound } from './outbound.ts'
import { createKeySetCache } from './key-sets.ts'

const URL_OF_SET = 'https://client.test/jwks.json'
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const keyOf = (kid: string) => ({ ...publicKey.export({ format: 'jwk' }), kid })

const setUp = () => {
  const state = { now: 0, kids: ['one'], status: 200, body: '', fetched: 0 }
  const outbound: Pick<Outbound, 'fetch'> = {
    fetch: (request: { url: string; maxBytes?: number; timeoutMs?: number }) => {
      state.fetched += 1
      expect(request).toMatchObject({ maxBytes: 65_536, timeoutMs: 5_000 })
      const keys = [{ kty: 'oct', k: 'AAAA', kid: 'one' }, ...state.kids.map(keyOf)]
      const body = Buffer.from(state.body || JSON.stringify({ keys }))
      return Promise.resolve({
        ...{ status: state.status, statusText: '', headers: {}, body },
        isTruncated: false,
      })
    },
  }
  const cache = createKeySetCache({
    ...{ outbound, clock: { now: () => new Date(state.now) }, keptMs: 15 * 60_000 },
    read: (stated) => ((stated as { kty: string }).kty === 'EC' ? (stated as { kid: string }) : undefined),
  })
  const find = async (kid: string, url = URL_OF_SET) => (await cache.find(url, (key) => key.kid === kid))?.kid
  return { state, find }
}

describe('a key set by address', () => {
  it('stays cached for 15 minutes, also for requests at once [API-OUT-24]', async () => {
    const { state, find } = setUp()
    expect(await Promise.all([find('one'), find('one')])).toEqual(['one', 'one'])
    state.now = 15 * 60_000 - 1
    expect(await find('one')).toBe('one')
    expect(state.fetched).toBe(1)
    state.kids = ['two']
    state.now += 1
    expect(await find('one')).toBeUndefined()
  })

  it('loads again for an unknown id at most once a minute, after the first load too [API-OUT-24]', async () => {
    const { state, find } = setUp()
    expect(await find('one')).toBe('one')
    state.kids = ['one', 'two']
    expect(await Promise.all([find('two'), find('two')])).toEqual(['two', 'two'])
    expect(state.fetched).toBe(2)
    expect([await find('three'), await find('three')]).toEqual([undefined, undefined])
    expect(state.fetched).toBe(2)
    state.now += 60_000
    await find('three')
    expect(state.fetched).toBe(3)
  })

  it('keeps its earlier keys when it fails to load again, and tries once a minute [API-OUT-24]', async () => {
    const { state, find } = setUp()
    await find('one')
    state.status = 500
    expect(await find('two')).toBeUndefined()
    expect(await find('one')).toBe('one')
    const failing = setUp()
    failing.state.body = '{"keys":7}'
    await expect(failing.find('one')).rejects.toThrow('no keys')
    await expect(failing.find('one')).rejects.toThrow('no keys')
    expect(failing.state.fetched).toBe(1)
    failing.state.body = ''
    failing.state.now += 60_000
    expect(await failing.find('one')).toBe('one')
  })
})
