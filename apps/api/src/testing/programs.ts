import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Programs that tests start, with their Debian packages. `bash .ci/install` installs all. */
const PACKAGES = {
  caddy: 'caddy',
  clamd: 'clamav-daemon',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  memcached: 'memcached',
  mllp_send: 'python3-hl7',
  nginx: 'nginx-light',
  openssl: 'openssl',
  patroni: 'patroni',
  pdfsig: 'poppler-utils',
  pgbackrest: 'pgbackrest',
  promtool: 'prometheus',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  'swift-proxy-server': 'swift-proxy',
  'swift-ring-builder': 'swift',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
} as const

export type Program = keyof typeof PACKAGES

const isInstalled = (program: Program) =>
  program.startsWith('/')
    ? existsSync(program)
    : spawnSync('which', [program], { stdio: 'ignore' }).status === 0

export const missingPackages = (...programs: Program[]): string[] => [
  ...new Set(programs.filter((program) => !isInstalled(program)).map((program) => PACKAGES[program])),
]

/** Throws for a missing program in a release run, which must not skip tests. */
export const areInstalled = (...programs: Program[]): boolean => {
  const missing = missingPackages(...programs)
  if (missing.length > 0 && process.env.RELEASE_TESTS)
    throw new Error(`A release needs ${missing.join(', ')}: bash .ci/install, or apt-get install`)
  return missing.length === 0
}
