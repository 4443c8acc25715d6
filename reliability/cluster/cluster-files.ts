import { execFileSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Program } from '../../apps/api/src/testing/programs.ts'
import { createTestAuthority } from '../../apps/api/src/testing/seal-keys.ts'

const RENDER = fileURLToPath(new URL('../../deploy/cluster/render', import.meta.url))
export const PROGRAM_FOLDER = '/usr/lib/postgresql/15/bin'
export const CLUSTER_PROGRAMS: readonly Program[] = [
  'patroni',
  'etcd',
  'haproxy',
  'pgbackrest',
  `${PROGRAM_FOLDER}/postgres`,
]

export const MACHINES = [1, 2, 3].map((number) => ({ number, name: `db${number}` }))
export const CLUSTER = 'zelab'

export interface Addresses {
  machines: string[]
  proxy: string
  network: string
}

export const loopbackAddresses = (): Addresses => {
  const prefix = `127.${randomInt(10, 250)}.${randomInt(1, 250)}`
  return {
    machines: MACHINES.map(({ number }) => `${prefix}.${number}`),
    proxy: `${prefix}.10`,
    network: '127.0.0.0/8',
  }
}

/** PostgreSQL and etcd refuse to run as root. */
const clusterAccount = (): string => (userInfo().uid === 0 ? 'postgres' : userInfo().username)

const newPassword = () => randomBytes(12).toString('hex')

const issueCertificates = async (tlsOf: (name: string) => string, { machines, proxy }: Addresses) => {
  const authority = createTestAuthority()
  try {
    for (const [index, { name }] of MACHINES.entries()) {
      const names = [`IP:${machines[index]}`, `IP:${proxy}`, 'IP:127.0.0.1'].join(',')
      authority.issue(name, 'ECDSA P-256', `/CN=${name}`, [`subjectAltName=${names}`])
      await mkdir(tlsOf(name), { recursive: true })
      await copyFile(authority.file('ca.pem'), path.join(tlsOf(name), 'ca.pem'))
      await copyFile(authority.file(`${name}.pem`), path.join(tlsOf(name), 'machine.pem'))
      await copyFile(authority.file(`${name}.key`), path.join(tlsOf(name), 'machine.key'))
      await chmod(path.join(tlsOf(name), 'machine.key'), 0o600)
    }
  } finally {
    authority.remove()
  }
}

export const prepareFiles = async (addresses: Addresses) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zelab-cluster-'))
  await chmod(folder, 0o755)
  const folderOf = (name: string) => path.join(folder, name)
  const passwords = {
    superuser: newPassword(),
    rest: newPassword(),
    owner: newPassword(),
  }
  await issueCertificates((name) => path.join(folderOf(name), 'tls'), addresses)

  const render = (machine: string, own: string, changed: Record<string, string> = {}) => {
    const settings = {
      CLUSTER,
      ...Object.fromEntries(
        MACHINES.flatMap(({ number, name: other }, index) => [
          [`MACHINE_${number}_NAME`, other],
          [`MACHINE_${number}_ADDRESS`, addresses.machines[index]],
        ]),
      ),
      CLIENT_NETWORK: addresses.network,
      PROXY_ADDRESS: addresses.proxy,
      PROXY_ACCOUNT: userInfo().username,
      DATABASE_ACCOUNT: clusterAccount(),
      SUPERUSER_PASSWORD: passwords.superuser,
      REPLICATION_PASSWORD: passwords.superuser,
      REWIND_PASSWORD: passwords.superuser,
      REST_PASSWORD: passwords.rest,
      TLS_FOLDER: path.join(machine === 'proxy' ? folderOf('db1') : own, 'tls'),
      CONFIG_FOLDER: own,
      ETCD_FOLDER: path.join(own, 'etcd'),
      DATA_FOLDER: path.join(own, 'data'),
      SOCKET_FOLDER: path.join(own, 'sockets'),
      PROGRAM_FOLDER,
      WATCHDOG: 'off',
      BACKUP_FOLDER: folderOf('backups'),
      BACKUP_PASSPHRASE: passwords.superuser,
      BACKUP_SPOOL_FOLDER: path.join(own, 'spool'),
      BACKUP_LOG_FOLDER: path.join(own, 'log'),
      BACKUP_LOCK_FOLDER: path.join(own, 'lock'),
      ...changed,
    }
    const file = path.join(own, 'cluster.env')
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
    writeFileSync(file, `${lines.join('\n')}\n`)
    execFileSync('bash', [RENDER, file, machine, own], { stdio: 'pipe' })
  }
  await mkdir(folderOf('backups'))
  for (const { number, name } of MACHINES) {
    for (const part of ['sockets', 'spool', 'log', 'lock'])
      await mkdir(path.join(folderOf(name), part), { recursive: true })
    render(String(number), folderOf(name))
  }
  await mkdir(folderOf('proxy'))
  render('proxy', folderOf('proxy'))
  if (userInfo().uid === 0)
    execFileSync('chown', [
      '-R',
      'postgres:postgres',
      ...MACHINES.map(({ name }) => folderOf(name)),
      folderOf('backups'),
    ])
  return { folder, folderOf, passwords, render, caFile: path.join(folderOf('db1'), 'tls/ca.pem') }
}
