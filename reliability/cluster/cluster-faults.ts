import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { runOnServer } from '../../apps/api/src/testing/database-server.ts'
import { MACHINES } from './cluster-files.ts'
import { until, type Cluster } from './cluster.ts'
import type { MachineNetwork } from './machine-network.ts'
import { killAll, processesBelow, sendSignal } from './processes.ts'

export interface ClusterFault {
  name: string
  seconds: number
  /** Resolves with a function that ends the fault. */
  inject(cluster: Cluster): Promise<() => Promise<void> | void>
}

const run = promisify(execFile)
const ETCD = '/usr/bin/etcd'

const processesOf = (cluster: Cluster, name: string, program: string) =>
  processesBelow(cluster.folderOf(name)).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)
    } catch {
      return false
    }
  })

const nameOfEtcdLeader = (cluster: Cluster): Promise<string> =>
  until('etcd has a leader', async () => {
    for (const { name } of MACHINES) if (await cluster.leadsEtcd(name)) return name
    return undefined
  })

const withoutEtcd = (cluster: Cluster, name: string) => {
  const etcd = new Set(processesOf(cluster, name, ETCD))
  return processesBelow(cluster.folderOf(name)).filter((pid) => !etcd.has(pid))
}

const FAULTS: ClusterFault[] = [
  {
    // PostgreSQL and Patroni of the primary are killed; etcd on that machine continues.
    name: 'kill-primary',
    seconds: 0,
    async inject(cluster) {
      const name = await cluster.leader()
      const etcd = new Set(processesOf(cluster, name, ETCD))
      await killAll(cluster.folderOf(name), (pid) => etcd.has(pid))
      return () => cluster.startPatroni(name)
    },
  },
  {
    // Simulates a power failure: etcd is killed too.
    name: 'kill-machine',
    seconds: 0,
    async inject(cluster) {
      const name = await cluster.leader()
      await cluster.kill(name)
      return () => cluster.restart(name)
    },
  },
  {
    // Patroni keeps running and decides between recovery and failover.
    name: 'kill-postgres',
    seconds: 0,
    async inject(cluster) {
      const name = await cluster.leader()
      const [pid] = readFileSync(path.join(cluster.folderOf(name), 'data/postmaster.pid'), 'utf8').split('\n')
      sendSignal([Number(pid)], 'SIGKILL')
      return () => {}
    },
  },
  {
    // PostgreSQL and Patroni hang and resume as a former primary.
    name: 'freeze-primary',
    seconds: 60,
    async inject(cluster) {
      const pids = withoutEtcd(cluster, await cluster.leader())
      sendSignal(pids, 'SIGSTOP')
      return () => sendSignal(pids, 'SIGCONT')
    },
  },
  {
    // The former primary's PostgreSQL continues while a replica is promoted: two primaries.
    name: 'freeze-patroni',
    seconds: 60,
    async inject(cluster) {
      const name = await cluster.leader()
      const agents = processesOf(cluster, name, '/usr/bin/patroni')
      sendSignal(agents, 'SIGSTOP')
      return () => sendSignal(agents, 'SIGCONT')
    },
  },
  {
    // Commits wait for an unresponsive replica until another one is synchronous.
    name: 'freeze-standby',
    seconds: 30,
    async inject(cluster) {
      const name = await until('there is a synchronous replica', () => cluster.nameOf('sync_standby'))
      const pids = withoutEtcd(cluster, name)
      sendSignal(pids, 'SIGSTOP')
      return () => sendSignal(pids, 'SIGCONT')
    },
  },
  {
    name: 'kill-etcd-leader',
    seconds: 10,
    async inject(cluster) {
      const name = await nameOfEtcdLeader(cluster)
      sendSignal(processesOf(cluster, name, ETCD), 'SIGKILL')
      return () => cluster.startEtcd(name)
    },
  },
  {
    name: 'switchover',
    seconds: 0,
    async inject(cluster) {
      const name = await cluster.leader()
      const candidate = await until('there is a synchronous replica', () => cluster.nameOf('sync_standby'))
      const config = path.join(cluster.folderOf(name), 'patroni.yml')
      await run('patronictl', [
        ...['-c', config, 'switchover', '--force'],
        ...['--master', name, '--candidate', candidate],
      ])
      return () => {}
    },
  },
  {
    // Replicas receive the WAL but do not replay it.
    name: 'lagging-replicas',
    seconds: 20,
    async inject(cluster) {
      const primary = await cluster.leader()
      const replicas = MACHINES.map(({ name }) => name).filter((name) => name !== primary)
      const onReplicas = (statement: string) =>
        Promise.all(replicas.map((name) => runOnServer(cluster.asSuperuser(name), statement)))
      await onReplicas('select pg_wal_replay_pause()')
      return async () => void (await onReplicas('select pg_wal_replay_resume()'))
    },
  },
]

const NONE: ClusterFault = { name: 'none', seconds: 5, inject: () => Promise.resolve(() => {}) }

const networkFaults = (network: MachineNetwork): ClusterFault[] => [
  {
    // The primary's machine runs, but is cut off from the network.
    name: 'partition',
    seconds: 60,
    async inject(cluster) {
      const name = await cluster.leader()
      network.cut(name)
      return () => network.join(name)
    },
  },
  {
    // The primary's machine is suspended: nothing runs, and its network is silent.
    name: 'freeze-machine',
    seconds: 60,
    async inject(cluster) {
      const name = await cluster.leader()
      const pids = processesBelow(cluster.folderOf(name))
      network.cut(name)
      sendSignal(pids, 'SIGSTOP')
      return () => {
        network.join(name)
        sendSignal(pids, 'SIGCONT')
      }
    },
  },
]

/** @param network of the machines, if each has one that can be cut */
export const clusterFaults = (network: MachineNetwork | undefined): ClusterFault[] => [
  ...FAULTS,
  ...(network ? networkFaults(network) : []),
  NONE,
]
