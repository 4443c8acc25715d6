import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../testing/api-client.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { builtProgram } from '../testing/built-program.ts'
import { freePort } from '../testing/free-port.ts'
import { addReportType, pdfBytes, patientFields, publishReport, uploadFile } from '../testing/test-records.ts'
import { WAIT_MS } from '../../../../test-limits.ts'

const ADMIN = { email: 'owner@zelab.test', password: 'OwnersPass1!' }
const STAFF = {
  phone: '+971501234567',
  password: 'Abcdef1!',
  confirmPassword: 'Abcdef1!',
}

let dataDir: string
let port: number
const children: ChildProcess[] = []

interface Service {
  child: ChildProcess
  output: () => string
  exit: Promise<number | null>
}

const run = (settings: Record<string, string> = {}, args: string[] = []): Service => {
  const child = spawn(process.execPath, [builtProgram('server'), ...args], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  child.stderr.on('data', (part: Buffer) => (text += part.toString()))
  return { child, output: () => text, exit: new Promise((resolve) => child.on('exit', resolve)) }
}

const start = async (settings?: Record<string, string>): Promise<Service> => {
  const service = run(settings)
  const deadline = Date.now() + WAIT_MS
  while (!service.output().includes('Zelab is ready')) {
    if (service.child.exitCode !== null || Date.now() > deadline) throw new Error(service.output())
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return service
}

const signIn = async (who: { email: string; password: string }) => {
  const client = new ApiClient(`http://127.0.0.1:${port}`)
  const answer = await client.post('/auth/user/login', who)
  expect(answer.status).toBe(200)
  return client
}

const postgresPid = async () =>
  Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'zelab-server-'))
  port = await freePort()
})
afterAll(async () => {
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(
    running.map((child) => {
      child.kill('SIGTERM')
      return once(child, 'exit')
    }),
  )
  await rm(dataDir, { recursive: true, force: true })
})

describe('the service', () => {
  let reportPath: string
  const content = pdfBytes()

  it('starts on an empty folder, creates the first Admin and stops cleanly', async () => {
    const service = await start()
    await expect.poll(() => service.output()).toContain('The first Admin was created')
    expect(service.output()).not.toContain(ADMIN.password)
    expect(service.output()).toContain(
      `It listens on 127.0.0.1:${port} (this machine only). Cookies are not Secure`,
    )
    const admin = await signIn(ADMIN)
    const lab = await admin.post('/lab/create', {
      name: 'City Lab',
      address: { line1: '1 Main Street', city: 'Dubai' },
    })
    for (const [userTypeId, email] of [
      ['2', 'doctor@zelab.test'],
      ['4', 'desk@zelab.test'],
    ]) {
      const added = await admin.post('/auth/user/register', {
        ...STAFF,
        name: 'Staff Person',
        email,
        userTypeId,
        labId: lab.body.data.id,
      })
      expect(added.status).toBe(200)
    }
    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
  })

  it('prints its version and starts nothing [PACK-07]', async () => {
    const service = run({}, ['--version'])
    expect(await service.exit).toBe(0)
    expect(service.output()).toBe(`${packageFile.version}\n`)
  })

  it('keeps every acknowledged write when it is killed, and restarts without help', async () => {
    const service = await start()
    const desk = await signIn({ email: 'desk@zelab.test', password: STAFF.password })
    const doctor = await signIn({ email: 'doctor@zelab.test', password: STAFF.password })
    const registered = await desk.post('/user/patient/onboarding', patientFields({ fullName: 'Kept One' }))
    const fileUrl = await uploadFile(doctor, content)
    const report = await publishReport(
      doctor,
      registered.body.data.id as number,
      await addReportType(doctor),
      { fileUrl },
    )
    reportPath = report.filePath
    service.child.kill('SIGKILL')
    await service.exit

    const again = await start()
    expect(again.output()).not.toContain('The first Admin was created')
    const client = await signIn({ email: 'doctor@zelab.test', password: STAFF.password })
    expect((await client.get('/patient/getAll?search=Kept')).body.pagination.totalItems).toBe(1)
    const file = await client.raw('GET', reportPath)
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    again.child.kill('SIGTERM')
    await again.exit
  })

  it('recovers when PostgreSQL is killed, and when both are killed', async () => {
    const service = await start()
    const client = await signIn({ email: 'doctor@zelab.test', password: STAFF.password })
    process.kill(await postgresPid(), 'SIGKILL')
    const statuses = new Set<number>()
    const deadline = Date.now() + WAIT_MS
    for (;;) {
      const { status } = await client.get('/user/dashboard')
      statuses.add(status)
      if (status === 200 && statuses.has(503)) break
      if (status === 200 && Date.now() > deadline - WAIT_MS + 5_000) break
      if (Date.now() > deadline) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
    expect((await client.get('/patient/getAll')).status).toBe(200)

    process.kill(await postgresPid(), 'SIGKILL')
    service.child.kill('SIGKILL')
    await service.exit
    const again = await start()
    const after = await signIn({ email: 'doctor@zelab.test', password: STAFF.password })
    expect((await after.get('/patient/getAll')).body.pagination.totalItems).toBe(1)
    expect((await after.raw('GET', reportPath)).status).toBe(200)
    again.child.kill('SIGTERM')
    await again.exit
  })

  it('rejects a second instance on the same folder with a message', async () => {
    const first = await start()
    const second = run({ PORT: String(await freePort()) })
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain('Zelab could not start.')
    expect(second.output()).toMatch(/already|in use|running/i)
    expect((await signIn(ADMIN)).origin).toBeTruthy()
    first.child.kill('SIGTERM')
    await first.exit
  })

  it('stops at invalid settings and lists them', async () => {
    const service = run({ PORT: 'eighty', TIME_ZONE: 'Mars/Base' })
    expect(await service.exit).toBe(1)
    expect(service.output()).toContain('- PORT must be a whole number from 1 to 65535')
    expect(service.output()).toContain('- TIME_ZONE must be a time zone like Asia/Dubai')
    expect(service.output()).not.toContain('    at ')
  })
})
