import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, TEST_SECRET, type TestApp } from '../testing/test-app.ts'
import { registerPatient } from '../testing/test-records.ts'

const fromHere = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

let folder: string
let backup: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-commands-'))
  backup = path.join(folder, 'backup.tar')
  await writeFile(backup, 'no backup')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = async (command: string, options: string[], settings: Record<string, string>) => {
  const child = spawn(process.execPath, ['--import', 'tsx', fromHere(`${command}.ts`), ...options], {
    cwd: fromHere('../..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, said: output + errors }
}

const COMMANDS: [string, () => string[]][] = [
  ['check', () => []],
  ['audit-verify', () => []],
  ['backup', () => []],
  ['restore', () => ['--drill', backup]],
]

describe.each(COMMANDS)('the command %s', (command, options) => {
  it('says that a folder is no installation, and makes none there [SAFE-26]', async () => {
    const empty = path.join(folder, `empty-${command}`)
    const { code, said } = await run(command, options(), { DATA_DIR: empty })
    expect(said).toContain(`There is no installation in ${empty}`)
    expect(said).not.toMatch(/^ +at /m)
    expect(code).toBe(1)
    expect(await readdir(empty).catch(() => 'absent')).toBe('absent')
  })

  it('makes no database beside a key alone [SAFE-26]', async () => {
    const keyOnly = await mkdtemp(path.join(folder, 'key-'))
    await writeFile(path.join(keyOnly, 'secret.key'), Buffer.alloc(32, 1))
    const { code, said } = await run(command, options(), { DATA_DIR: keyOnly })
    expect(said).toContain('There is no installation in')
    expect(code).toBe(1)
    expect(await readdir(keyOnly)).toEqual(['secret.key'])
  })

  it('names wrong settings, without a stack trace [SAFE-26]', async () => {
    const { code, said } = await run(command, options(), { DATA_DIR: folder, PORT: 'none' })
    expect(said).toContain('PORT must be a whole number from 1 to 65535')
    expect(said).not.toMatch(/^ +at /m)
    expect(code).toBe(1)
  })
})

it('a restore of a backup that is not there makes no database [SAFE-26]', async () => {
  const fresh = path.join(folder, 'fresh')
  const { code, said } = await run('restore', [path.join(folder, 'absent.tar')], { DATA_DIR: fresh })
  expect(said).toContain('There is no backup at')
  expect(code).toBe(1)
  expect(await readdir(fresh).catch(() => 'absent')).toBe('absent')
})

describe('audit-verify on an installation', () => {
  let app: TestApp
  let headFile: string
  beforeAll(async () => {
    headFile = path.join(folder, 'heads.log')
    app = await startTestApp({ auditHeadFile: headFile })
    await writeFile(path.join(app.dataDir, 'secret.key'), TEST_SECRET)
    for (let time = 0; time < 2; time++) {
      await registerPatient(await app.signedIn('Receptionist'))
      await app.services.seals.seal()
    }
  })
  afterAll(() => app.stop())

  const verify = (options: string[], settings: Record<string, string> = {}) =>
    run('audit-verify', options, {
      DATABASE_URL: app.connectionString,
      DATA_DIR: app.dataDir,
      ...settings,
    })

  it('compares the chain with the heads in AUDIT_HEAD_FILE [SAFE-23]', async () => {
    const { code, said } = await verify([], { AUDIT_HEAD_FILE: headFile })
    expect(said).toContain('Compared with 2 kept heads.')
    expect(said).toContain('The activity log is whole.')
    expect(code).toBe(0)
  })

  it('compares the chain with a head that was written down, or with a file of heads [SAFE-23]', async () => {
    const { head } = await app.services.seals.verify()
    expect(await verify(['--head', head])).toMatchObject({ code: 0 })
    const other = 'ab'.repeat(32)
    const cutOff = await verify(['--head', other])
    expect(cutOff.said).toContain(`The chain has no seal ${other}: it was cut off or made anew.`)
    expect(cutOff.code).toBe(1)
    const kept = path.join(folder, 'kept-elsewhere.log')
    await writeFile(kept, `2026-01-01T00:00:00.000Z 9 999 ${other}\n`)
    expect(await verify(['--head', kept], { AUDIT_HEAD_FILE: headFile })).toMatchObject({ code: 1 })
    const absent = await verify(['--head', path.join(folder, 'absent.log')])
    expect(absent.said).toContain('There is no file')
    expect(absent.code).toBe(1)
  })
})
