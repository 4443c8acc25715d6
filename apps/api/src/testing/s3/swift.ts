import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { Program } from '../programs.ts'
import { TEST_BUCKET, type S3Server } from './s3-server.ts'

const KINDS = ['account', 'container', 'object'] as const
export const SWIFT_PROGRAMS: readonly Program[] = [
  ...KINDS.map((kind) => `swift-${kind}-server` as const),
  'swift-proxy-server',
  'swift-ring-builder',
  'memcached',
]

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const HASH_SETTINGS = `[swift-hash]
swift_hash_path_prefix = zelab
swift_hash_path_suffix = test
[storage-policy:0]
name = default
default = yes
`

const serverSettings = (folder: string, port: number, devices = path.join(folder, 'devices')) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${devices}
mount_check = false
workers = 0
`

const keeperSettings = (kind: string) => `[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
recon_cache_path = CACHE
`

const filter = (name: string, settings = '') => `[filter:${name}]\nuse = egg:swift#${name}\n${settings}`

const proxySettings = (cachePort: number) =>
  [
    '[pipeline:main]\npipeline = catch_errors gatekeeper memcache s3api tempauth bulk slo proxy-server\n',
    '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nconn_timeout = 10\nerror_suppression_limit = 1000\n',
    filter('memcache', `memcache_servers = 127.0.0.1:${cachePort}\n`),
    filter('s3api', 'location = us-east-1\n'),
    filter('tempauth', 'user_test_tester = testing .admin\n'),
    ...['catch_errors', 'gatekeeper', 'bulk', 'slo'].map((name) => filter(name)),
  ].join('')

/** Calls Swift's builder once, because each start of `swift-ring-builder` takes a second. */
const MAKE_RINGS = `
import json, sys
from swift.common.ring import RingBuilder
folder, kinds = sys.argv[1], json.loads(sys.argv[2])
for kind, ports in kinds.items():
    builder = RingBuilder(2, len(ports), 0)
    for node, port in enumerate(ports):
        builder.add_dev({'region': 1, 'zone': node + 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{kind}.ring.gz')
`

/** One disk in each node, and one copy of everything on each disk. */
const makeRings = (folder: string, ports: Record<string, number[]>) =>
  execFileSync('/usr/bin/python3', ['-c', MAKE_RINGS, folder, JSON.stringify(ports)], { stdio: 'inherit' })

const answers = (origin: string) =>
  fetch(origin).then(
    () => true,
    () => false,
  )

export interface SwiftCluster extends S3Server {
  killNode(node: number): Promise<void>
  startNode(node: number): Promise<void>
}

const end = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit')
}

const untilAnswering = async (origin: string) => {
  for (let attempt = 0; attempt < 600 && !(await answers(origin)); attempt++) await wait(200)
}

/** OpenStack Swift with its S3 interface: production software that checks signatures and checksums. */
export const startSwiftCluster = async (nodes: number): Promise<SwiftCluster> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zelab-swift-'))
  await writeFile(path.join(folder, 'swift.conf'), HASH_SETTINGS)
  const running = new Set<ChildProcess>()
  let output = ''
  const run = (program: string, args: string[]) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output = (output + String(text)).slice(-50_000)))
    running.add(child)
    return child
  }
  const runSwift = async (kind: string, file: string, settings: string) => {
    await writeFile(path.join(folder, file), settings)
    return run(`swift-${kind}-server`, [path.join(folder, file)])
  }
  const killAll = () => running.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', killAll)
  const stop = async () => {
    process.off('exit', killAll)
    await Promise.all([...running].map(end))
    await rm(folder, { recursive: true, force: true })
  }

  const places = await Promise.all(
    Array.from({ length: nodes }, async (_, node) => ({
      devices: path.join(folder, `devices-${node}`),
      ports: await Promise.all(KINDS.map(freePort)),
      servers: [] as ChildProcess[],
    })),
  )
  const placeOf = (node: number) => {
    const place = places[node]
    if (!place) throw new Error(`There is no node ${node}`)
    return place
  }
  const startNode = async (node: number) => {
    const { devices, ports, servers } = placeOf(node)
    await mkdir(path.join(devices, 'disk'), { recursive: true })
    for (const [index, kind] of KINDS.entries()) {
      const cache = path.join(folder, `cache-${node}`)
      const settings = keeperSettings(kind).replace('CACHE', cache)
      const all = serverSettings(folder, ports[index] ?? 0, devices) + settings
      servers.push(await runSwift(kind, `${kind}-${node}.conf`, all))
    }
    await Promise.all(ports.map((port) => untilAnswering(`http://127.0.0.1:${port}`)))
  }

  const cachePort = await freePort()
  run('memcached', ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(cachePort), '-m', '16'])
  makeRings(
    folder,
    Object.fromEntries(KINDS.map((kind, index) => [kind, places.map(({ ports }) => ports[index] ?? 0)])),
  )
  const proxyPort = await freePort()
  const origin = `http://127.0.0.1:${proxyPort}`
  const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
  const client = new S3Client({ endpoint: origin, region: 'us-east-1', forcePathStyle: true, credentials })
  try {
    await runSwift('proxy', 'proxy.conf', serverSettings(folder, proxyPort) + proxySettings(cachePort))
    await Promise.all(places.map((_, node) => startNode(node)))
    await untilAnswering(origin)
    await client.send(new CreateBucketCommand({ Bucket: TEST_BUCKET }))
  } catch (error) {
    await stop()
    throw new Error(`OpenStack Swift did not start:\n${output}`, { cause: error })
  } finally {
    client.destroy()
  }
  return {
    origin,
    credentials,
    hasPages: true,
    startNode,
    async killNode(node) {
      const servers = placeOf(node).servers.splice(0)
      await Promise.all(servers.map(end))
      for (const server of servers) running.delete(server)
    },
    stop,
  }
}

export const startSwift = (): Promise<S3Server> => startSwiftCluster(1)
