import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCALHOST_TLS } from '../testing/localhost-certificate.ts'
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
  ['sign-in-link', () => ['admin@zelab.test']],
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

  it('prints its usage with --help, and with a sentence for an unknown option [OPS-71]', async () => {
    const empty = path.join(folder, `help-${command}`)
    for (const [option, expected] of [
      ['--help', 0],
      ['--colour', 1],
    ] as const) {
      const { code, output } = await run(command, [option], { DATA_DIR: empty })
      expect(output, option).toContain('npm run ')
      expect(output, option).not.toMatch(/^ +at /m)
      expect(code, option).toBe(expected)
    }
    expect(await readdir(empty).catch(() => 'absent')).toBe('absent')
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

describe('settings in .env', () => {
  const REPOSITORY = path.resolve(import.meta.dirname, '../../../..')

  it('apply to a command, those of the environment come first, and misspelled ones are named [PACK-05]', async () => {
    const place = path.join(folder, 'with-env-file')
    await mkdir(place)
    await writeFile(path.join(place, '.env'), 'DATA_DIR=from-file\nPORT=none\nSMTP_URI=smtp://mail\n')
    const script = path.join(REPOSITORY, 'scripts/run-cli.mjs')
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '8080' }
    const failure: unknown = await promisify(execFile)(process.execPath, [script, 'verify-data'], {
      cwd: place,
      env,
    }).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no installation in ${path.join(place, 'from-file')}`),
    })
    expect((failure as { stderr: string }).stderr).toContain('Did you mean SMTP_URL?')
  })

  it('stop a command where a # without quotes would end a value [OPS-17]', async () => {
    const place = path.join(folder, 'with-cut-values')
    await mkdir(place)
    const file = (lines: string[]) => writeFile(path.join(place, '.env'), lines.join('\n'))
    const execute = () => {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME }
      const script = path.join(REPOSITORY, 'scripts/run-cli.mjs')
      return promisify(execFile)(process.execPath, [script, 'verify-data'], { cwd: place, env }).catch(
        (error: unknown) => error as { stderr: string },
      )
    }
    await file(['BACKUP_PASSPHRASE=a long enough passphrase#b', 'SMTP_URL=#x', 'DATA_DIR=kept # a comment'])
    const { stderr } = await execute()
    expect(stderr).toContain(`line 1: put the value of BACKUP_PASSPHRASE in quotes`)
    expect(stderr).toContain('line 2: put the value of SMTP_URL in quotes')
    expect(stderr).not.toContain('line 3')
    await file([`BACKUP_PASSPHRASE='a long enough passphrase#b'`, 'DATA_DIR=kept # a comment'])
    expect((await execute()).stderr).toContain(`There is no installation in ${path.join(place, 'kept')}`)
  })

  it('reach every npm script that starts the product or a command [PACK-05]', async () => {
    const { scripts } = JSON.parse(await readFile(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const names = [
      'start',
      'demo',
      'dev',
      'backup',
      'restore',
      'verify:data',
      'audit:verify',
      'replace-key',
      'sign-in-link',
    ]
    for (const name of names) {
      const [, file = ''] = /^node (\S+)/.exec(scripts[name] ?? '') ?? []
      expect(await readFile(path.join(REPOSITORY, file), 'utf8'), name).toContain('readEnvFile()')
    }
  })

  it('trusts the authorities that .env names, and keeps exit code and signals [OIDC-56]', async () => {
    const place = await mkdtemp(path.join(folder, 'authorities-'))
    const server = https.createServer(LOCALHOST_TLS, (_request, response) => response.end('trusted'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await writeFile(path.join(place, 'authority.pem'), LOCALHOST_TLS.cert)
    await writeFile(path.join(place, '.env'), 'NODE_EXTRA_CA_CERTS=authority.pem\n')
    const script = `import { readEnvFile } from '${path.join(REPOSITORY, 'scripts/process.mjs')}'
      await readEnvFile()
      process.once('SIGTERM', () => process.exit(7))
      console.log(await (await fetch('https://localhost:${port}')).text())
      setInterval(() => {}, 1000)`
    await writeFile(path.join(place, 'program.mjs'), script)
    const env = { PATH: process.env.PATH, HOME: process.env.HOME }
    const child = spawn(process.execPath, ['program.mjs'], { cwd: place, env })
    const ended = once(child, 'exit')
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    expect(said.toString()).toBe('trusted\n')
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(7)
    server.close()
  })
})
