import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { MACHINES, type Addresses } from './cluster-files.ts'

const NETWORK = '10.77.0'
const BRIDGE = 'zelab0'

export interface MachineNetwork {
  addresses: Addresses
  prefixOf(name: string): string[]
  /** Drops packets like an unplugged cable; no connection is refused. */
  cut(name: string): void
  join(name: string): void
}

export const canCreateNetworks = (): boolean =>
  userInfo().uid === 0 && spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** One network namespace per machine, connected by a bridge. This process must run in its own namespace. */
export const createMachineNetwork = (): MachineNetwork => {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${NETWORK}.254/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  const holders = new Map<string, number>()
  for (const { name, number } of MACHINES) {
    const holder = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', '--net', 'sleep', 'infinity'], {
      stdio: 'ignore',
    })
    const pid = holder.pid ?? 0
    holder.unref()
    const inside = (...args: string[]) => execFileSync('nsenter', ['-t', String(pid), '-n', 'ip', ...args])
    const hasOwnNetwork = () => {
      const links = spawnSync('nsenter', ['-t', String(pid), '-n', 'ip', 'link', 'show', BRIDGE])
      return links.status !== 0
    }
    while (!hasOwnNetwork());
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
    inside('addr', 'add', `${NETWORK}.${number}/24`, 'dev', 'eth0')
    inside('link', 'set', 'eth0', 'up')
    inside('link', 'set', 'lo', 'up')
    ip('link', 'set', name, 'master', BRIDGE, 'up')
    holders.set(name, pid)
  }
  return {
    addresses: {
      machines: MACHINES.map(({ number }) => `${NETWORK}.${number}`),
      proxy: `${NETWORK}.254`,
      network: `${NETWORK}.0/24`,
    },
    prefixOf: (name) => {
      const pid = holders.get(name)
      return pid === undefined ? [] : ['nsenter', '-t', String(pid), '-n', '--']
    },
    cut: (name) => void ip('link', 'set', name, 'down'),
    join: (name) => void ip('link', 'set', name, 'up'),
  }
}
