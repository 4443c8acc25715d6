import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { userInfo } from 'node:os'
import pg from 'pg'
import { databaseAddress } from '../../apps/api/src/config/database-settings.ts'
import { runOnServer } from '../../apps/api/src/testing/database-server.ts'
import { CLUSTER, MACHINES, prepareFiles, type Addresses } from './cluster-files.ts'
import { guardFolder, killAll } from './processes.ts'
import { ATTEMPT_MS, WAIT_MS } from '../../test-limits.ts'

export interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
  timeline?: number
  lag?: number | 'unknown'
}

const PGBACKREST = '/usr/bin/pgbackrest'
const PATRONI_PORT = 8008
const ETCD_PORT = 2379

export const until = async <Result>(
  what: string,
  find: () => Promise<Result | undefined | false>,
): Promise<Result> => {
  const deadline = Date.now() + 2 * WAIT_MS
  for (;;) {
    const found = await find().catch(() => undefined)
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`Took longer than ${(2 * WAIT_MS) / 1000} s: ${what}`)
    await sleep(100)
  }
}

/**
 * A PostgreSQL cluster of three machines with the configuration of deploy/cluster: etcd, Patroni and PostgreSQL on
 * each, and HAProxy in front.
 * @param prefixOf the command that runs a program on a machine with its own network
 */
export const startCluster = async (addresses: Addresses, prefixOf: (name: string) => string[] = () => []) => {
  const files = await prepareFiles(addresses)
  const { folder, folderOf, passwords, caFile } = files
  const guard = guardFolder(folder)
  const ca = readFileSync(caFile)
  const isRoot = userInfo().uid === 0
  const addressOf = (name: string) => addresses.machines[MACHINES.findIndex((one) => one.name === name)] ?? ''

  const run = (name: string, program: string, ...args: string[]) => {
    const own = folderOf(name)
    const account =
      isRoot && name !== 'proxy'
        ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--']
        : []
    const [command = program, ...rest] = [...prefixOf(name), ...account, program, ...args]
    const log = openSync(path.join(own, `${path.basename(program)}.log`), 'a')
    return spawn(command, rest, {
      cwd: own,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: own, LANG: 'C.UTF-8' },
      stdio: ['ignore', log, log],
    })
  }
  const startEtcd = (name: string) =>
    void run(name, '/usr/bin/etcd', '--config-file', path.join(folderOf(name), 'etcd.yaml'))
  const startPatroni = (name: string) =>
    void run(name, '/usr/bin/patroni', path.join(folderOf(name), 'patroni.yml'))

  const ask = (name: string, port: number, address: string, body?: string) =>
    new Promise<unknown>((resolve, reject) => {
      const tls = (file: string) => readFileSync(path.join(folderOf(name), 'tls', file))
      const asking = request(
        {
          ...{ host: addressOf(name), port, path: address, timeout: 3 * ATTEMPT_MS, agent: false },
          ...{
            ca,
            cert: tls('machine.pem'),
            key: tls('machine.key'),
            method: body === undefined ? 'GET' : 'POST',
          },
        },
        (answer) => {
          answer
            .toArray()
            .then((parts) => resolve(JSON.parse(Buffer.concat(parts as Buffer[]).toString())))
            .catch(reject)
        },
      )
      asking.once('timeout', () => asking.destroy(new Error('no answer')))
      asking.once('error', reject)
      asking.end(body)
    })
  const members = async (): Promise<Member[]> => {
    for (const { name } of MACHINES) {
      const found = (await ask(name, PATRONI_PORT, '/cluster').catch(() => undefined)) as
        | { members?: Member[] }
        | undefined
      if (found?.members) return found.members
    }
    return []
  }
  const nameOf = async (role: Member['role']) =>
    (await members()).find((member) => member.role === role && member.state === 'running')?.name
  const leader = () => until('there is a primary', () => nameOf('leader'))

  /** Waits for a primary and two running replicas, one of them synchronous, on one timeline. */
  const whole = async (): Promise<void> => {
    let found: Member[] = []
    await until('all machines are in the cluster', async () => {
      found = await members()
      const [first] = found
      return (
        found.length === MACHINES.length &&
        found.every(
          ({ state, timeline }) => ['running', 'streaming'].includes(state) && timeline === first?.timeline,
        ) &&
        found.filter(({ role }) => role === 'leader').length === 1 &&
        found.filter(({ role }) => role === 'sync_standby').length === 1
      )
    }).catch((error: unknown) => {
      throw new Error(`The members are ${JSON.stringify(found)}`, { cause: error })
    })
  }

  const addressAs = (user: string, password: string, host: string, database = CLUSTER) =>
    databaseAddress({
      address: `postgresql://${user}:${password}@${host}/${database}`,
      sslMode: 'verify-full',
      caFile,
    }) ?? ''
  const asSuperuser = (name: string, database = CLUSTER) =>
    addressAs('postgres', passwords.superuser, `${addressOf(name)}:5432`, database)
  const asOwner = (host: string) => addressAs('zelab', passwords.owner, host)

  const backUp = async (name: string, command: string, ...options: string[]) => {
    const config = path.join(folderOf(name), 'pgbackrest.conf')
    const child = run(name, PGBACKREST, `--config=${config}`, `--stanza=${CLUSTER}`, ...options, command)
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) {
      const output = readFileSync(path.join(folderOf(name), 'pgbackrest.log'), 'utf8')
      throw new Error(`pgbackrest ${command} failed: ${output.slice(-2000)}`)
    }
  }

  const stop = async () => {
    await killAll(folder)
    await guard.end()
  }
  try {
    for (const { name } of MACHINES) startEtcd(name)
    for (const { name } of MACHINES) startPatroni(name)
    run('proxy', '/usr/sbin/haproxy', '-db', '-f', path.join(folderOf('proxy'), 'haproxy.cfg'))
    await whole()
    const first = await leader()
    const owner = pg.escapeLiteral(passwords.owner)
    await runOnServer(asSuperuser(first, 'postgres'), `create role zelab login createrole password ${owner}`)
    await runOnServer(
      asSuperuser(first, 'postgres'),
      `create database ${CLUSTER} owner zelab encoding 'UTF8' template template0`,
    )
    await backUp(first, 'stanza-create')
  } catch (error) {
    await stop()
    throw error
  }

  return {
    ...files,
    primaryAddress: asOwner(`${addresses.proxy}:6432`),
    replicaAddress: asOwner(`${addresses.proxy}:6433`),
    addressOf,
    asSuperuser,
    asOwnerAt: (name: string, port: number) => asOwner(`${addressOf(name)}:${port}`),
    members,
    nameOf,
    leader,
    whole,
    async leadsEtcd(name: string): Promise<boolean> {
      const status = (await ask(name, ETCD_PORT, '/v3/maintenance/status', '{}').catch(() => undefined)) as
        | { leader?: string; header?: { member_id: string } }
        | undefined
      return status?.leader !== undefined && status.leader === status.header?.member_id
    },
    run,
    backUp,
    kill: (name: string) => killAll(folderOf(name)),
    startEtcd,
    startPatroni,
    restart(name: string): void {
      startEtcd(name)
      startPatroni(name)
    },
    stop,
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
