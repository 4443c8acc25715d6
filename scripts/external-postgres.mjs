/**
 * A PostgreSQL server as an operator sets it up: TCP with TLS and passwords, and a database owner without superuser
 * rights. Temporary, only for tests.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const OLDEST_MAJOR = 15
const DEBIAN_VERSIONS = '/usr/lib/postgresql'
const PASSWORD = 'for-tests-only'

/** Test data need not survive a crash. */
const FAST_AND_FORGETFUL = {
  shared_buffers: '32MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

/** The oldest supported version on this machine. */
export const findPostgresPrograms = () => {
  if (!existsSync(DEBIAN_VERSIONS)) return undefined
  const major = readdirSync(DEBIAN_VERSIONS)
    .map(Number)
    .filter((version) => version >= OLDEST_MAJOR)
    .sort((one, other) => one - other)
    .find((version) => existsSync(path.join(DEBIAN_VERSIONS, String(version), 'bin/initdb')))
  return major && { major, folder: path.join(DEBIAN_VERSIONS, String(major), 'bin') }
}

/** PostgreSQL refuses to run as root. */
const chooseAccount = () => {
  if (process.getuid() !== 0) return {}
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres')
  if (!entry) throw new Error('There is no account postgres to run the server')
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}

const makeCertificate = (folder) => {
  const files = ['-keyout', path.join(folder, 'server.key'), '-out', path.join(folder, 'server.crt')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject],
    {
      stdio: 'ignore',
    },
  )
}

const MEMORY = '/dev/shm'
/** Like `apps/api/src/testing/memory-folder.ts`, which also removes folders of killed runs. */
const makeMemoryFolder = () => {
  if (!existsSync(MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < 1024 ** 3) return undefined
  const folder = path.join(MEMORY, `zelab-test-run-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  return folder
}

export const startExternalPostgres = async (programs) => {
  const account = chooseAccount()
  const own = (file, mode) => {
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid)
    chmodSync(file, mode)
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'zelab-external-'))
  own(folder, 0o755)
  const data = path.join(folder, 'data')
  const memory = makeMemoryFolder()
  if (memory) own(memory, 0o700)
  const passwordFile = path.join(folder, 'password')
  writeFileSync(passwordFile, PASSWORD)
  own(passwordFile, 0o600)
  const program = (name) => path.join(programs.folder, name)
  const runOptions = { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] }

  const initial = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-N']
  execFileSync(program('initdb'), [...initial, '-E', 'UTF8', '--locale=C.UTF-8'], runOptions)
  makeCertificate(folder)
  own(path.join(folder, 'server.key'), 0o600)
  // Connections without TLS are rejected.
  writeFileSync(path.join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')

  const port = await freePort()
  const settings = {
    ...FAST_AND_FORGETFUL,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    ssl: 'on',
    ssl_cert_file: path.join(folder, 'server.crt'),
    ssl_key_file: path.join(folder, 'server.key'),
    log_min_messages: 'fatal',
  }
  const server = spawn(
    program('postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...runOptions, stdio: ['ignore', 'ignore', 'ignore'] },
  )
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGINT')) await once(server, 'exit')
    for (const made of [folder, memory]) if (made) rmSync(made, { recursive: true, force: true })
  }
  const addressOf = (user) =>
    `postgresql://${user}:${PASSWORD}@127.0.0.1:${port}/postgres?sslmode=verify-full&sslrootcert=${path.join(folder, 'server.crt')}`
  const psql = (sql) =>
    execFileSync(program('psql'), ['-q', '-d', addressOf('postgres'), '-v', 'ON_ERROR_STOP=1', '-c', sql], {
      stdio: 'pipe',
    })
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        psql('select 1')
        break
      } catch (error) {
        if (attempt === 100) throw error
        await wait(100)
      }
    }
    // Typical rights in a managed service: may create databases and roles, but is not a superuser.
    psql(`create role zelab_owner login createdb createrole password '${PASSWORD}'`)
    if (memory) psql(`create tablespace zelab_test_memory owner zelab_owner location '${memory}'`)
  } catch (error) {
    await stop()
    throw error
  }
  return { address: addressOf('zelab_owner'), stop }
}
