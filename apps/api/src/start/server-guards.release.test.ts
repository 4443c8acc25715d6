import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { ApiClient } from '../testing/api-client.ts'
import { builtProgram } from '../testing/built-program.ts'
import { runCommandLine } from '../testing/command-line.ts'
import { dropDatabase, runOnServer, withDatabase } from '../testing/database-server.ts'
import { freePort } from '../testing/free-port.ts'
import { pdfBytes } from '../testing/test-records.ts'

const ADMIN = { email: 'owner@zelab.test', password: 'OwnersPass1!' }

let folder: string
let databaseUrl: string
const database = `${inject('testDatabaseServer').prefix}_${randomBytes(6).toString('hex')}`
const children: ChildProcess[] = []
const mounts: string[] = []

const pathOf = (name: string) => path.join(folder, name)

const killAll = () =>
  Promise.all(
    children.splice(0).map(async (child) => {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
        await once(child, 'exit')
    }),
  )

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-guards-'))
  await chmod(folder, 0o755)
  const { connectionString } = inject('testDatabaseServer')
  await runOnServer(connectionString, `create database ${database}`)
  databaseUrl = withDatabase(connectionString, database)
})
afterEach(killAll)
afterAll(async () => {
  for (const mount of mounts) spawnSync('umount', ['-l', mount])
  await dropDatabase(inject('testDatabaseServer').connectionString, database)
  await rm(folder, { recursive: true, force: true })
})

const settingsOf = (dataDir: string, files: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: pathOf(dataDir),
  STORAGE_URL: `file:${pathOf(files)}`,
  DISK_RESERVE_MB: '0',
})

const run = async (dataDir: string, files: string) => {
  const port = await freePort()
  const child = spawn(process.execPath, [builtProgram('server')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...settingsOf(dataDir, files),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (text += part.toString()))
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    output: () => text,
    exit: once(child, 'exit').then(([code]) => code as number | null),
    ready: () => expect.poll(() => text, { interval: 20 }).toContain('Zelab is ready'),
    readiness: async () => {
      const answer = await fetch(`${origin}/readyz`)
      return { status: answer.status, body: (await answer.json()) as Record<string, string> }
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const signIn = async (origin: string) => {
  const client = new ApiClient(origin)
  expect((await client.post('/auth/user/login', ADMIN)).status).toBe(200)
  return client
}

describe('processes on one database', () => {
  it('start only with the same key, which one of two new ones decides [INST-01]', async () => {
    const two = [await run('one', 'files'), await run('two', 'files')]
    const refused = await Promise.race(two.map(async (service) => (await service.exit, service)))
    const accepted = two.find((service) => service !== refused)
    await accepted?.ready()
    expect(await refused.exit).toBe(1)
    expect(refused.output()).toContain('Zelab could not start.\n')
    expect(refused.output()).toMatch(/another key than the installation|key of the installation is missing/)
    expect(refused.output()).toContain('SECRET_KEY')
    expect(refused.output()).not.toMatch(/^ +at /m)

    const [right, wrong] = refused === two[0] ? ['two', 'one'] : ['one', 'two']
    for (const [command, options] of [
      ['verify-data', []],
      ['audit-verify', []],
      ['backup', ['--to', pathOf('backup.tar')]],
    ] as const) {
      const dataDir = pathOf(`key-of-${command}`)
      await mkdir(dataDir)
      const settings = {
        ...settingsOf(`key-of-${command}`, 'files'),
        SECRET_KEY: 'not the key of this one, at all',
      }
      settings.SECRET_KEY += '-'.repeat(10)
      const { code, output } = await runCommandLine(command, [...options], settings)
      expect(output).toContain('another key than the installation')
      expect(code).toBe(1)
    }
    expect(await readdir(folder)).not.toContain('backup.tar')

    await mkdir(pathOf(wrong), { recursive: true })
    await copyFile(pathOf(`${right}/secret.key`), pathOf(`${wrong}/secret.key`))
    const again = await run(wrong, 'files')
    await again.ready()
    for (const service of [again, accepted]) {
      await service?.stop()
      expect(await service?.exit).toBe(0)
    }
    await rename(pathOf(right), pathOf('data'))
  })

  it('refuse a folder that is not mounted, and notice one that gets unmounted [INST-02 INST-03]', async () => {
    const canMount = process.getuid?.() === 0
    const mount = async () => {
      if (!canMount || spawnSync('mount', ['--bind', pathOf('disk'), pathOf('files')]).status !== 0)
        return rename(pathOf('disk'), pathOf('files'))
      mounts.push(pathOf('files'))
      return undefined
    }
    const unmount = async () => {
      if (mounts.pop() === undefined) await rename(pathOf('files'), pathOf('disk'))
      else expect(spawnSync('umount', ['-l', pathOf('files')]).status).toBe(0)
    }
    await rename(pathOf('files'), pathOf('disk'))
    if (canMount) await mkdir(pathOf('files'))

    const early = await run('data', 'files')
    expect(await early.exit).toBe(1)
    expect(early.output()).toContain('The file storage is not the one of this installation')
    expect(early.output()).toContain('Mount the folder')
    expect(await readdir(pathOf('files')).catch(() => [])).toEqual([])
    const settings = settingsOf('data', 'files')
    for (const command of ['verify-data', 'backup']) {
      const { code, output } = await runCommandLine(command, [], settings)
      expect(output).toMatch(/is missing/)
      expect(code).toBe(1)
    }
    expect(await readdir(pathOf('files')).catch(() => [])).toEqual([])

    await mount()
    const service = await run('data', 'files')
    await service.ready()
    const client = await signIn(service.origin)
    const upload = async () => (await client.upload(pdfBytes(), 'result.pdf')).status
    expect(await service.readiness()).toMatchObject({ status: 200 })
    expect(await upload()).toBe(200)

    await unmount()
    expect(await upload()).toBe(503)
    await expect.poll(() => service.readiness()).toMatchObject({ status: 503, body: { storage: 'failing' } })
    expect(await readdir(pathOf('files')).catch(() => [])).toEqual([])

    await mount()
    expect(await upload()).toBe(200)
    await expect.poll(() => service.readiness()).toMatchObject({ status: 200 })
    const marker = await readFile(pathOf('files/installation-id'), 'utf8')
    const [row] = await runOnServer<{ id: string }>(databaseUrl, 'select id from installation')
    expect(marker.trim()).toBe(row?.id)
    await service.stop()
  })
})
