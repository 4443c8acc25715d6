import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiClient } from '../testing/api-client.ts'
import { builtProgram } from '../testing/built-program.ts'
import { runCommandLine } from '../testing/command-line.ts'
import { freePort } from '../testing/free-port.ts'
import { pdfBytes } from '../testing/test-records.ts'

const ADMIN = { email: 'owner@zelab.test', password: 'OwnersPass1!' }

let disk: string
let server: ChildProcess | undefined
beforeEach(async () => {
  disk = await mkdtemp(path.join(tmpdir(), 'zelab-disk-'))
})
afterEach(async () => {
  if (server?.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit')
  spawnSync('umount', ['-l', disk])
  await rm(disk, { recursive: true, force: true })
})

const mount = (size: string) => {
  const options = `size=${size},mode=0755`
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status === 0
}

it('stops the start on a full disk with a clear message [OPS-11]', async (context) => {
  if (!mount('16m')) return context.skip('Mounting is not permitted here')
  const { code, output } = await runCommandLine('server', [], { DATA_DIR: path.join(disk, 'data') })
  expect(code).toBe(1)
  expect(output).toMatch(/is on a disk with \d+ MB free\. At least 32 MB are needed/)
  expect(output).not.toMatch(/^ +at /m)
})

const noise = () => {
  const canvas = createCanvas(200, 200)
  const context = canvas.getContext('2d')
  const pixels = context.createImageData(200, 200)
  randomFillSync(pixels.data)
  context.putImageData(pixels, 0, 0)
  return new Blob([new Uint8Array(canvas.toBuffer('image/jpeg', 90))])
}

it('answers changes with 507 while the disk is full, and resumes when there is space again [OPS-11]', async (context) => {
  if (!mount('400m')) return context.skip('Mounting is not permitted here')
  // The database account must be able to enter.
  await chmod(disk, 0o755)
  const port = await freePort()
  let output = ''
  server = spawn(process.execPath, [builtProgram('server')], {
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), HOST: '127.0.0.1' },
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, DISK_RESERVE_MB: '50' },
      DATA_DIR: path.join(disk, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (part: Buffer) => (output += part.toString()))
  await expect.poll(() => output).toContain('Zelab is ready')
  expect(output).not.toContain('cannot reach')
  const origin = `http://127.0.0.1:${port}`
  const readDisk = async () => {
    const answer = await fetch(`${origin}/readyz`)
    return { status: answer.status, disk: ((await answer.json()) as { disk: string }).disk }
  }
  const client = new ApiClient(origin)
  expect((await client.post('/auth/user/login', ADMIN)).status).toBe(200)
  expect(await readDisk()).toEqual({ status: 200, disk: 'ok' })
  const sendLogo = () => {
    const form = new FormData()
    form.append('logo', noise(), 'logo.jpg')
    return client.post('/settings/logo', form)
  }
  const filler = path.join(disk, 'filler')
  const fill = async () => {
    const { bavail, bsize } = await statfs(disk)
    await writeFile(filler, Buffer.alloc(bavail * bsize, 1), { flag: 'a' }).catch(() => {})
  }

  await fill()
  await expect.poll(readDisk).toMatchObject({ disk: 'failing' })
  const full = { status: 507, body: { code: 'DISK_ALMOST_FULL' } }
  expect(await client.upload(pdfBytes(), 'result.pdf')).toMatchObject(full)
  // Changes still succeed until the database's preallocated pages are used up.
  await expect
    .poll(
      async () => {
        await fill()
        const { status, body } = await sendLogo()
        return { status, body: { code: body.code as unknown } }
      },
      { interval: 10 },
    )
    .toEqual(full)

  await rm(filler)
  await expect.poll(readDisk).toEqual({ status: 200, disk: 'ok' })
  await expect.poll(async () => (await sendLogo()).status).toBe(200)
})
