import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locateDataFolder } from './data-folder.ts'
import { postmasterPid } from './leftover-server.ts'
import { silentLogger } from './logger.ts'
import { ownIdentity } from './process-identity.ts'
import { runOnServer } from './testing/run-on-server.ts'
import { makeFolder, removeFolder, startCrashChild, startSmall } from './testing/test-folders.ts'

let folder: string
let dataDir: string

beforeAll(async () => {
  folder = await makeFolder()
  dataDir = join(folder, 'postgres')
})
afterAll(() => removeFolder(folder))

describe('the first start', () => {
  it('creates the database, also after an interrupted first start', async () => {
    await mkdir(join(dataDir, 'base'), { recursive: true })
    await writeFile(join(dataDir, 'PG_VERSION'), '18\n')
    await mkdir(`${dataDir}.unfinished-1`)

    const server = await startSmall(dataDir)
    expect(server.warnings).toEqual([expect.stringContaining('half-made')])
    const names = await readdir(folder)
    expect(names.filter((name) => name.includes('unfinished'))).toEqual([])
    const aside = names.find((name) => name.startsWith('postgres.incomplete-')) ?? ''
    expect(await readdir(join(folder, aside))).toContain('PG_VERSION')
    await server.stop()
  })
})

describe('a started server', () => {
  it('runs as an ordinary user, off the network, durably, on a private socket', async () => {
    const server = await startSmall(dataDir)
    expect((await stat(dataDir)).uid).not.toBe(0)
    expect((await stat(server.socketFolder)).mode & 0o777).toBe(0o700)
    expect((await stat(server.socketFolder)).uid).toBe((await stat(dataDir)).uid)
    const settings = await runOnServer<{ name: string; setting: string }>(
      server.connectionString,
      `select name, setting from pg_settings where name in
        ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'jit', 'server_encoding')`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: '',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      jit: 'off',
      server_encoding: 'UTF8',
    })
    // Search ignores case in any script.
    const [row] = await runOnServer(server.connectionString, `select lower('ÀÉŞΣ') as lower`)
    expect(row).toEqual({ lower: 'àéşσ' })
    await server.stop()
  })

  it('keeps personal data out of its log', async () => {
    const server = await startSmall(dataDir)
    await runOnServer(server.connectionString, 'create table if not exists people (email text primary key)')
    await runOnServer(server.connectionString, `insert into people values ('secret@example.com')`)
    const twice = runOnServer(server.connectionString, `insert into people values ('secret@example.com')`)
    await expect(twice).rejects.toThrow('duplicate key')
    await server.stop()
    const log = await readFile(server.logFile, 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toContain('secret@example.com')
  })

  it('uses a short socket path when the data path is long', async () => {
    const deep = join(folder, 'd'.repeat(100), 'e'.repeat(100), 'postgres')
    const server = await startSmall(deep)
    expect(join(server.socketFolder, '.s.PGSQL.5432').length).toBeLessThan(104)
    await server.stop()
  })
})

describe('a second start on the same folder', () => {
  it('fails in the same program', async () => {
    const server = await startSmall(dataDir)
    await expect(startSmall(dataDir)).rejects.toThrow(
      `already in use by this program (process ${process.pid})`,
    )
    await server.stop()
  })

  it('fails in another program, and the first one keeps running', async () => {
    const child = await startCrashChild(dataDir)
    const before = await postmasterPid(dataDir)
    await expect(startSmall(`${folder}/./postgres`)).rejects.toThrow(`(process ${child.process.pid})`)
    expect(await postmasterPid(dataDir)).toBe(before)
    await child.kill()
  })

  it('succeeds when the process id of the killed program was reused', async () => {
    const dead = { ...(await ownIdentity()), startedAt: 'an earlier time' }
    await writeFile(`${dataDir}.lock`, JSON.stringify(dead))
    const server = await startSmall(dataDir)
    await server.stop()
  })

  it('succeeds when writing the lock was interrupted', async () => {
    await writeFile(`${dataDir}.lock`, '')
    const server = await startSmall(dataDir)
    await server.stop()
  })
})

describe('a data folder that the account of the server cannot reach', () => {
  const account = { uid: 4242, gid: 4242, mustSwitch: true }
  const locate = (path: string) => locateDataFolder(path, account, silentLogger, join(folder, 'reachable'))

  it('becomes a permanent link to a folder that it can reach', async () => {
    const home = join(folder, 'home')
    await mkdir(home)
    expect(await locate(join(home, 'postgres'))).toBe(join(home, 'postgres'))
    await chmod(home, 0o700)
    const found = await locate(join(home, 'postgres'))
    expect(found.startsWith(join(folder, 'reachable', 'postgres-'))).toBe(true)
    expect(await locate(join(home, 'postgres'))).toBe(found)
  })

  it('stays as it is when it already contains data', async () => {
    const home = join(folder, 'private')
    await mkdir(join(home, 'postgres'), { recursive: true })
    await chmod(home, 0o700)
    await expect(locate(join(home, 'postgres'))).rejects.toThrow(/ordinary user.*move the folder/s)
  })
})

describe('a stale postmaster.pid', () => {
  it('leaves an unrelated process that it names alone', async () => {
    await writeFile(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`, { mode: 0o600 })
    const server = await startSmall(dataDir)
    await server.stop()
  })
})

describe('a folder of another major version', () => {
  it('stays unchanged, with a message that names the remedy', async () => {
    const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8')
    await writeFile(join(dataDir, 'PG_VERSION'), '15\n')
    await expect(startSmall(dataDir)).rejects.toThrow(/made by PostgreSQL 15.*brings PostgreSQL 18.*backup/s)
    await writeFile(join(dataDir, 'PG_VERSION'), version)
    const server = await startSmall(dataDir)
    await server.stop()
  })
})
