import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { TEST_BUCKET, type S3Server } from './s3-server.ts'

const KINDS = ['account', 'container', 'object'] as const
const PROGRAMS = [
  ...KINDS.map((kind) => `swift-${kind}-server`),
  'swift-proxy-server',
  'swift-ring-builder',
  'memcached',
]

/** Whether its Debian packages are installed; `.ci/run` installs them. */
export const hasSwift = (): boolean =>
  PROGRAMS.every((program) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0)

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

const serverSettings = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
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

/** One disk with one copy of everything. */
const makeRing = (folder: string, kind: string, port: number) => {
  const builder = path.join(folder, `${kind}.builder`)
  for (const step of [['create', '2', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']])
    execFileSync('swift-ring-builder', [builder, ...step], { stdio: 'ignore' })
}

const answers = (origin: string) =>
  fetch(origin).then(
    () => true,
    () => false,
  )

/**
 * Starts OpenStack Swift with its S3 interface: production software that checks signatures and checksums, here on one
 * machine and in one folder.
 */
export const startSwift = async (): Promise<S3Server> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zelab-swift-'))
  await mkdir(path.join(folder, 'devices/disk'), { recursive: true })
  await writeFile(path.join(folder, 'swift.conf'), HASH_SETTINGS)
  const running: ChildProcess[] = []
  let output = ''
  const run = (program: string, args: string[]) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
    running.push(child)
  }
  const runSwift = async (name: string, port: number, settings: string) => {
    const file = path.join(folder, `${name}.conf`)
    await writeFile(file, serverSettings(folder, port) + settings)
    run(`swift-${name}-server`, [file])
  }
  // A start that takes longer than its test waits is never stopped by it.
  const killAll = () => running.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', killAll)
  const stop = async () => {
    process.off('exit', killAll)
    await Promise.all(
      running.map(async (child) => {
        if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
          await once(child, 'exit')
      }),
    )
    await rm(folder, { recursive: true, force: true })
  }

  const cachePort = await freePort()
  run('memcached', ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(cachePort), '-m', '16'])
  const origins: string[] = []
  for (const kind of KINDS) {
    const port = await freePort()
    origins.push(`http://127.0.0.1:${port}`)
    makeRing(folder, kind, port)
    await runSwift(kind, port, keeperSettings(kind).replace('CACHE', path.join(folder, 'cache')))
  }
  const proxyPort = await freePort()
  await runSwift('proxy', proxyPort, proxySettings(cachePort))

  const origin = `http://127.0.0.1:${proxyPort}`
  const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
  const client = new S3Client({ endpoint: origin, region: 'us-east-1', forcePathStyle: true, credentials })
  try {
    for (const one of [...origins, origin])
      for (let attempt = 0; attempt < 150 && !(await answers(one)); attempt++) await wait(200)
    await client.send(new CreateBucketCommand({ Bucket: TEST_BUCKET }))
  } catch (error) {
    await stop()
    throw new Error(`OpenStack Swift did not start:\n${output}`, { cause: error })
  } finally {
    client.destroy()
  }
  return { origin, credentials, hasPages: true, stop }
}
