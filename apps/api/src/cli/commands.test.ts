import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommandLine as run } from '../testing/command-line.ts'

let folder: string
let backup: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-commands-'))
  backup = path.join(folder, 'backup.tar')
  await writeFile(backup, 'no backup')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const COMMANDS: [string, () => string[]][] = [
  ['verify-data', () => []],
  ['audit-verify', () => []],
  ['backup', () => []],
  ['restore', () => ['--drill', backup]],
  ['replace-key', () => ['--lost']],
]

describe.each(COMMANDS)('the command %s', (command, options) => {
  it('reports a folder without an installation and creates nothing there [SAFE-26]', async () => {
    const empty = path.join(folder, `empty-${command}`)
    const { code, output } = await run(command, options(), { DATA_DIR: empty })
    expect(output).toContain(`There is no installation in ${empty}`)
    expect(output).not.toMatch(/^ +at /m)
    expect(code).toBe(1)
    expect(await readdir(empty).catch(() => 'absent')).toBe('absent')
  })

  it('creates no database when only a key exists [SAFE-26]', async () => {
    const keyOnly = await mkdtemp(path.join(folder, 'key-'))
    await writeFile(path.join(keyOnly, 'secret.key'), Buffer.alloc(32, 1))
    const { code, output } = await run(command, options(), { DATA_DIR: keyOnly })
    expect(output).toContain('There is no installation in')
    expect(code).toBe(1)
    expect(await readdir(keyOnly)).toEqual(['secret.key'])
  })

  it('reports invalid settings without a stack trace [SAFE-26]', async () => {
    const { code, output } = await run(command, options(), { DATA_DIR: folder, PORT: 'none' })
    expect(output).toContain('PORT must be a whole number from 1 to 65535')
    expect(output).not.toMatch(/^ +at /m)
    expect(code).toBe(1)
  })
})

it('restoring a missing backup creates no database [SAFE-26]', async () => {
  const fresh = path.join(folder, 'fresh')
  const { code, output } = await run('restore', [path.join(folder, 'absent.tar')], { DATA_DIR: fresh })
  expect(output).toContain('There is no backup at')
  expect(code).toBe(1)
  expect(await readdir(fresh).catch(() => 'absent')).toBe('absent')
})
