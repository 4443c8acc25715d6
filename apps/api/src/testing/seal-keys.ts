import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const SEAL_PASSWORD = 'gehäim 7'

export const run = (folder: string, program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const KEY_KINDS = {
  'RSA 1024': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'],
  'RSA 2048': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'RSA 4096': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:4096'],
  'ECDSA P-256': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'ECDSA P-384': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'ECDSA P-521': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  Ed25519: ['-algorithm', 'ED25519'],
} as const

export type KeyKind = keyof typeof KEY_KINDS

export const VALID_DAYS = 30

export const createTestAuthority = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zelab-seal-'))
  const openssl = (...args: string[]) => run(folder, 'openssl', ...args)
  const makeKey = (name: string, kind: KeyKind) =>
    openssl('genpkey', ...KEY_KINDS[kind], '-out', `${name}.key`)

  makeKey('ca', 'ECDSA P-256')
  openssl(
    ...['req', '-x509', '-key', 'ca.key', '-out', 'ca.pem', '-days', '60', '-subj', '/CN=Test CA'],
    ...['-addext', 'keyUsage=critical,keyCertSign'],
  )

  return {
    folder,
    openssl,
    file: (name: string) => path.join(folder, name),
    issue(name: string, kind: KeyKind, subject = `/O=Test/CN=${name}`, extensions: string[] = []) {
      makeKey(name, kind)
      openssl(
        ...[
          'req',
          '-x509',
          '-key',
          `${name}.key`,
          '-out',
          `${name}.pem`,
          '-CA',
          'ca.pem',
          '-CAkey',
          'ca.key',
        ],
        ...['-days', String(VALID_DAYS), '-utf8', '-subj', subject, '-addext', 'basicConstraints=CA:FALSE'],
        ...extensions.flatMap((extension) => ['-addext', extension]),
      )
    },
    p12(name: string, options: string[] = [], password = SEAL_PASSWORD): Buffer {
      openssl(
        ...['pkcs12', '-export', '-inkey', `${name}.key`, '-in', `${name}.pem`, '-certfile', 'ca.pem'],
        ...['-passout', `pass:${password}`, '-out', `${name}.p12`, ...options],
      )
      return readFileSync(path.join(folder, `${name}.p12`))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export type TestAuthority = ReturnType<typeof createTestAuthority>
