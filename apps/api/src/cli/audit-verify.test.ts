import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommandLine } from '../testing/command-line.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '../testing/test-app.ts'
import { registerPatient } from '../testing/test-records.ts'

describe('audit-verify on an installation', () => {
  let app: TestApp
  let folder: string
  let headFile: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'zelab-audit-'))
    headFile = path.join(folder, 'heads.log')
    app = await startTestApp({ auditHeadFile: headFile })
    await writeFile(path.join(app.dataDir, 'secret.key'), TEST_SECRET)
    for (let time = 0; time < 2; time++) {
      await registerPatient(await app.signedIn('Receptionist'))
      await app.services.seals.seal()
    }
  })
  afterAll(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const verify = (options: string[], settings: Record<string, string> = {}) =>
    runCommandLine('audit-verify', options, {
      DATABASE_URL: app.connectionString,
      DATA_DIR: app.dataDir,
      ...settings,
    })

  it('compares the chain with the heads in AUDIT_HEAD_FILE [SAFE-23]', async () => {
    const { code, output } = await verify([], { AUDIT_HEAD_FILE: headFile })
    expect(output).toContain('Compared with 2 saved heads.')
    expect(output).toContain('The sealed part of the activity log is intact.')
    expect(code).toBe(0)
  })

  it('compares the chain with a given head or a file of heads [SAFE-23]', async () => {
    const { head } = await app.services.seals.verify()
    expect(await verify(['--head', head])).toMatchObject({ code: 0 })
    const other = 'ab'.repeat(32)
    const cutOff = await verify(['--head', other])
    expect(cutOff.output).toContain(`The chain has no seal ${other}: it was truncated or rebuilt.`)
    expect(cutOff.code).toBe(1)
    const kept = path.join(folder, 'kept-elsewhere.log')
    await writeFile(kept, `2026-01-01T00:00:00.000Z 9 999 ${other}\n`)
    expect(await verify(['--head', kept], { AUDIT_HEAD_FILE: headFile })).toMatchObject({ code: 1 })
    const absent = await verify(['--head', path.join(folder, 'absent.log')])
    expect(absent.output).toContain('There is no file')
    expect(absent.code).toBe(1)
  })

  it('rejects an installation without a key and creates none [SAFE-26]', async () => {
    const { code, output } = await verify([], { DATA_DIR: folder })
    expect(output).toContain('its secret.key is missing, and SECRET_KEY is not set')
    expect(code).toBe(1)
    expect(await readdir(folder)).not.toContain('secret.key')
  })
})
