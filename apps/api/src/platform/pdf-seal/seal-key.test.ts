import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestAuthority,
  SEAL_PASSWORD,
  VALID_DAYS,
  type TestAuthority,
} from '../../testing/seal-keys.ts'
import { describeSealKey, loadSealKey } from './seal-key.ts'

const DAY_MS = 86_400_000
/** After the start of the certificates' validity, which are issued while the tests run. */
const at = new Date(Date.now() + 60_000)
const daysFromNow = (days: number) => new Date(at.getTime() + days * DAY_MS)

const HAS_LEGACY = spawnSync('openssl', ['list', '-providers', '-provider', 'legacy']).status === 0
const LEGACY: [string, string[]][] = [
  ['with 3DES and 40-bit RC2', ['-legacy']],
  ['with 3DES alone', ['-legacy', '-descert']],
]

let authority: TestAuthority
beforeAll(() => {
  authority = createTestAuthority()
  authority.issue('rsa', 'RSA 2048', '/O=Test Group/CN=مختبر الشفاء', [])
  authority.issue('ec', 'ECDSA P-256')
})
afterAll(() => authority.remove())

const load = (p12: Uint8Array, password = SEAL_PASSWORD, time = at) =>
  loadSealKey({ p12, password, at: time })

describe('loading a key from a P12 file', () => {
  it.each([
    ['of OpenSSL 3', []],
    // Some systems install OpenSSL without its legacy provider.
    ...(HAS_LEGACY ? LEGACY : []),
    ['with AES-128 and a SHA-512 checksum', ['-keypbe', 'AES-128-CBC', '-macalg', 'sha512']],
    ['without encryption', ['-keypbe', 'NONE', '-certpbe', 'NONE']],
    ['without a checksum', ['-nomac']],
  ])('accepts a file %s [STAMP-34]', async (_kind: string, options: string[]) => {
    for (const name of ['rsa', 'ec'])
      expect(await load(authority.p12(name, options))).toMatchObject({
        key: { kind: expect.anything() as string },
      })
  })

  it('accepts an empty password [STAMP-34]', async () => {
    expect(await load(authority.p12('ec', [], ''), '')).toHaveProperty('key')
  })

  it('keeps its issuers and no other certificate [STAMP-34]', async () => {
    const others = ['rsa.pem', 'ca.pem'].map((name) => readFileSync(authority.file(name)))
    writeFileSync(authority.file('others.pem'), Buffer.concat(others))
    const loaded = await load(authority.p12('ec', ['-certfile', 'others.pem']))
    const subjects = 'key' in loaded ? loaded.key.certificates.map(({ subject }) => subject) : []
    expect(subjects).toEqual(['O=Test\nCN=ec', 'CN=Test CA'])
  })

  it('keeps the key from being exported [STAMP-34]', async () => {
    const loaded = await load(authority.p12('rsa'))
    expect('key' in loaded && loaded.key.privateKey.extractable).toBe(false)
  })
})

describe('loading an unusable key', () => {
  it('rejects a wrong password [STAMP-35]', async () => {
    for (const options of [[], ['-nomac'], ...(HAS_LEGACY ? [['-legacy']] : [])]) {
      expect(await load(authority.p12('rsa', options), 'wrong')).toEqual({ problem: 'wrong-password' })
      expect(await load(authority.p12('rsa', options), '')).toEqual({ problem: 'wrong-password' })
    }
  })

  it('rejects another file [STAMP-35]', async () => {
    const p12 = authority.p12('rsa')
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('not a key'),
      Buffer.alloc(100_000, 0x30),
      p12.subarray(0, p12.length - 1),
      p12.subarray(0, 100),
    ])
      expect(await load(bytes)).toEqual({ problem: 'not-a-p12' })
  })

  it('rejects a file without a key [STAMP-35]', async () => {
    expect(await load(authority.p12('rsa', ['-nokeys']))).toEqual({ problem: 'no-key' })
  })

  it('rejects a file without its certificate [STAMP-35]', async () => {
    expect(await load(authority.p12('rsa', ['-nocerts']))).toEqual({ problem: 'no-key' })
  })

  it.each(['RSA 1024', 'ECDSA P-521', 'Ed25519'] as const)('rejects the kind %s [STAMP-35]', async (kind) => {
    authority.issue(kind, kind)
    expect(await load(authority.p12(kind))).toEqual({ problem: 'unsupported-key' })
  })

  it.each([
    ['an unknown cipher', ['-keypbe', 'camellia-128-cbc']],
    [
      'a checksum that takes minutes',
      ['-iter', '2000000', '-macalg', 'sha512', '-keypbe', 'NONE', '-certpbe', 'NONE'],
    ],
  ])('rejects a file with %s [STAMP-35]', async (_kind, options) => {
    expect(await load(authority.p12('rsa', options))).toEqual({ problem: 'unsupported-encryption' })
  })

  it('rejects a key outside of the validity of its certificate [STAMP-35]', async () => {
    const p12 = authority.p12('ec')
    expect(await load(p12, SEAL_PASSWORD, daysFromNow(VALID_DAYS + 1))).toMatchObject({
      problem: 'expired',
      description: { subject: 'ec', daysLeft: -2 },
    })
    expect(await load(p12, SEAL_PASSWORD, daysFromNow(-1))).toMatchObject({ problem: 'not-yet-valid' })
    expect(await load(p12, SEAL_PASSWORD, daysFromNow(VALID_DAYS - 1))).toHaveProperty('key')
  })
})

it('describes a key by its certificate [STAMP-39]', async () => {
  const describe = async (name: string) => {
    const loaded = await load(authority.p12(name))
    return 'key' in loaded ? describeSealKey(loaded.key, loaded.key.validFrom) : loaded
  }
  expect(await describe('rsa')).toMatchObject({
    subject: 'مختبر الشفاء',
    issuer: 'Test CA',
    kind: 'RSA 2048',
    daysLeft: VALID_DAYS,
  })
  authority.issue('unnamed', 'ECDSA P-384', '/O=Only an organization')
  expect(await describe('unnamed')).toMatchObject({ subject: 'Only an organization', kind: 'ECDSA P-384' })
})
