import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommandLine } from '../testing/command-line.ts'

let disk: string
beforeAll(async () => {
  disk = await mkdtemp(path.join(tmpdir(), 'zelab-disk-'))
})
afterAll(async () => {
  spawnSync('umount', ['-l', disk])
  await rm(disk, { recursive: true, force: true })
})

it('a start on a full disk says so in a sentence [OPS-11]', async (context) => {
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=0755', 'tmpfs', disk]).status !== 0)
    return context.skip('Mounting is not permitted here')
  const { code, output } = await runCommandLine('server', [], { DATA_DIR: path.join(disk, 'data') })
  expect(code).toBe(1)
  expect(output).toMatch(/is on a disk with \d+ MB free\. At least 32 MB are needed/)
  expect(output).not.toMatch(/^ +at /m)
}, 60_000)
