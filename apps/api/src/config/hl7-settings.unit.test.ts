import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { createTestAuthority, type TestAuthority } from '../testing/seal-keys.ts'

let authority: TestAuthority
const hl7Of = (settings: Record<string, string>) => readConfig(settings).hl7

beforeAll(() => {
  authority = createTestAuthority()
  authority.issue('server', 'ECDSA P-256')
  authority.issue('other', 'ECDSA P-256')
  authority.openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:512', '-out', 'short.key')
  authority.openssl('req', '-x509', '-key', 'short.key', '-out', 'short.pem', '-subj', '/CN=localhost')
  writeFileSync(authority.file('empty.pem'), '')
})
afterAll(() => authority.remove())

const whole = (changes: Record<string, string> = {}) => ({
  HL7_PORT: '2575',
  HL7_TLS_CERT_FILE: authority.file('server.pem'),
  HL7_TLS_KEY_FILE: authority.file('server.key'),
  HL7_CLIENT_CA_FILE: authority.file('ca.pem'),
  ...changes,
})

describe('the settings of HL7', () => {
  it('default to no listener [INBOX-60]', () => {
    expect(hl7Of({})).toBeUndefined()
    expect(hl7Of({ HL7_PORT: '', HL7_HOST: '', HL7_TLS_CERT_FILE: '' })).toBeUndefined()
  })

  it('name the port and three files [INBOX-60]', () => {
    expect(hl7Of(whole())).toEqual({
      port: 2575,
      host: '0.0.0.0',
      certFile: authority.file('server.pem'),
      keyFile: authority.file('server.key'),
      clientCaFile: authority.file('ca.pem'),
    })
    expect(hl7Of(whole({ HL7_HOST: '::1' }))?.host).toBe('::1')
  })

  it.each([
    [{ HL7_PORT: '0' }, 'HL7_PORT must be a whole number from 1 to 65535'],
    [{ HL7_PORT: '70000' }, 'HL7_PORT must be a whole number from 1 to 65535'],
    [{ HL7_PORT: '8080' }, 'HL7_PORT must be another port than PORT'],
    [{ HL7_PORT: '' }, 'HL7_TLS_CERT_FILE must not be set without HL7_PORT'],
    [{ HL7_TLS_KEY_FILE: '' }, 'HL7_TLS_KEY_FILE must be set together with HL7_PORT'],
    [{ HL7_CLIENT_CA_FILE: '/missing/ca.pem' }, 'HL7_CLIENT_CA_FILE must be a file that can be read'],
  ])('fail the start when incomplete or invalid: %j [INBOX-60]', (changes, message) => {
    expect(() => hl7Of(whole(changes))).toThrow(message)
  })

  it.each([
    ['HL7_TLS_CERT_FILE', 'empty.pem', 'must be a file with a certificate'],
    ['HL7_TLS_CERT_FILE', 'server.key', 'must be a file with a certificate'],
    ['HL7_TLS_KEY_FILE', 'server.pem', 'must be a file with a private key'],
    ['HL7_TLS_KEY_FILE', 'other.key', 'must be the key of HL7_TLS_CERT_FILE'],
    ['HL7_CLIENT_CA_FILE', 'empty.pem', 'must be a file with certificates'],
  ])('name usable files: %s %s [INBOX-60]', (setting, file, message) => {
    expect(() => hl7Of(whole({ [setting]: authority.file(file) }))).toThrow(`${setting} ${message}`)
  })

  it('refuse a key that is too short for TLS [INBOX-60]', () => {
    const files = {
      HL7_TLS_CERT_FILE: authority.file('short.pem'),
      HL7_TLS_KEY_FILE: authority.file('short.key'),
    }
    expect(() => hl7Of(whole(files))).toThrow('HL7_TLS_CERT_FILE cannot be used for TLS')
  })
})

describe('the settings for sending', () => {
  const out = (cert: string, key: string) => ({
    HL7_OUT_CERT_FILE: cert && authority.file(cert),
    HL7_OUT_KEY_FILE: key && authority.file(key),
  })

  it('default to no sending, and read the certificate at the start [API-OUT-43]', () => {
    expect(readConfig({}).hl7Out).toBeUndefined()
    const { hl7Out } = readConfig(out('server.pem', 'server.key'))
    expect(hl7Out?.cert).toContain('BEGIN CERTIFICATE')
    expect(hl7Out?.key).toContain('BEGIN PRIVATE KEY')
  })

  it.each([
    ['server.pem', '', 'HL7_OUT_KEY_FILE must be set together with HL7_OUT_CERT_FILE'],
    ['', 'server.key', 'HL7_OUT_CERT_FILE must be set together with HL7_OUT_KEY_FILE'],
    ['missing.pem', 'server.key', 'HL7_OUT_CERT_FILE must be a file that can be read'],
    ['server.pem', 'missing.key', 'HL7_OUT_KEY_FILE must be a file that can be read'],
    ['empty.pem', 'server.key', 'HL7_OUT_CERT_FILE must be a file with a certificate'],
    ['server.pem', 'server.pem', 'HL7_OUT_KEY_FILE must be a file with a private key'],
    ['server.pem', 'other.key', 'HL7_OUT_KEY_FILE must be the key of HL7_OUT_CERT_FILE'],
  ])('name a certificate and its key: %j, %j [API-OUT-43]', (cert, key, message) => {
    expect(() => readConfig(out(cert, key))).toThrow(message)
  })

  it('list allowed networks [API-OUT-43]', () => {
    expect(readConfig({ OUTBOUND_NETWORKS: '10.1.0.0/16, fd00::/8' }).outboundNetworks).toEqual([
      '10.1.0.0/16',
      'fd00::/8',
    ])
    expect(readConfig({}).outboundNetworks).toEqual([])
    expect(() => readConfig({ OUTBOUND_NETWORKS: '10.1.0.0/33' })).toThrow('OUTBOUND_NETWORKS must be')
  })
})
