import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ApiClient } from '../testing/api-client.ts'
import { builtProgram } from '../testing/built-program.ts'
import { freePort } from '../testing/free-port.ts'
import { connectTls, createHl7Certificates } from '../testing/hl7-sender.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { pdfBytes } from '../testing/test-records.ts'

const ADMIN = { email: 'owner@zelab.test', password: 'OwnersPass1!' }

let dataDir: string
let port: number
let origin: string
const children: ChildProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'zelab-stopping-'))
  port = await freePort()
  origin = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  await rm(dataDir, { recursive: true, force: true })
})

const run = (settings: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [builtProgram('server')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
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
  const printed = (what: string) => expect.poll(() => text, { interval: 20 }).toContain(what)
  return { child, output: () => text, printed, exit: once(child, 'exit') }
}

const signIn = async () => {
  const client = new ApiClient(origin)
  expect((await client.post('/auth/user/login', ADMIN)).status).toBe(200)
  return client
}

const startUpload = (client: ApiClient, content: Buffer) => {
  const boundary = 'a-boundary-of-the-test'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="reportFile"; filename="slow.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const sending = request(`${origin}/api/v1/report/uploadReportFile`, {
    method: 'POST',
    headers: {
      origin,
      cookie: client.cookieHeader(),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  })
  const answer = once(sending, 'response').then(async ([response]) => {
    let text = ''
    for await (const part of response as AsyncIterable<Buffer>) text += part.toString()
    return {
      status: (response as { statusCode: number }).statusCode,
      body: JSON.parse(text) as { data: { fileUrl: string } },
    }
  })
  // The caller handles the failure.
  answer.catch(() => {})
  const half = Math.floor(body.length / 2)
  sending.write(body.subarray(0, half))
  return { answer, finish: () => sending.end(body.subarray(half)) }
}

/** Prints what keeps the process running, instead of exiting. */
const ENDS_BY_ITSELF = `process.exit = (code) => {
  process.exitCode = code
  process.stdout.write('Still active: ' + JSON.stringify(process.getActiveResourcesInfo()) + '\\n')
}`

const readiness = () =>
  fetch(`${origin}/readyz`).then(
    async (answer) => ({ status: answer.status, body: (await answer.json()) as { status: string } }),
    () => 'refused' as const,
  )

describe('a service that receives a stop signal', () => {
  it('becomes unready, finishes a running upload, accepts no new connection, and keeps the file [SEE-08]', async () => {
    const service = run({ STOP_DELAY_SECONDS: '2' })
    await service.printed('Zelab is ready')
    const client = await signIn()
    const content = pdfBytes()
    const upload = startUpload(client, content)
    await expect
      .poll(async () =>
        /zelab_http_requests_in_flight 2\b/.test(await (await fetch(`${origin}/metrics`)).text()),
      )
      .toBe(true)

    service.child.kill('SIGTERM')
    await expect
      .poll(readiness, { interval: 20 })
      .toMatchObject({ status: 503, body: { status: 'stopping' } })
    // Late requests are served with `Connection: close`.
    const late = await client.raw('GET', '/api/v1/user/dashboard')
    expect(late.status).toBe(200)
    expect(late.headers.get('connection')).toBe('close')
    await expect.poll(readiness).toBe('refused')
    expect(service.child.exitCode).toBeNull()

    upload.finish()
    const { status, body } = await upload.answer
    expect(status).toBe(200)
    expect(await service.exit).toEqual([0, null])
    const file = path.basename(body.data.fileUrl)
    const stored = await readFile(path.join(dataDir, 'files', file.slice(0, 2), file))
    expect(stored.equals(content)).toBe(true)
  })

  it('stops during startup, too, and leaves no database server behind [SEE-09]', async () => {
    const service = run({ LOG_LEVEL: 'debug' })
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
    const pid = async () => Number((await readFile(pidFile, 'utf8').catch(() => '0')).split('\n')[0])
    await expect.poll(pid, { interval: 5 }).toBeGreaterThan(0)
    service.child.kill('SIGTERM')
    expect(await service.exit).toEqual([0, null])
    expect(service.output()).not.toContain('Zelab is ready')
    expect(service.output()).not.toContain('could not start')
    expect(await pid()).toBe(0)
  })

  it('leaves nothing behind that keeps the process running, with every part in use [RULE-85]', async () => {
    const mails = await startMailServer()
    const certificates = createHl7Certificates()
    onTestFinished(async () => {
      await mails.stop()
      certificates.authority.remove()
    })
    const [inbox, backups] = [path.join(dataDir, 'inbox'), path.join(dataDir, 'backups')]
    for (const folder of [inbox, backups]) await mkdir(folder)
    const hl7Port = await freePort()
    const service = run({
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(ENDS_BY_ITSELF)}"`,
      SMTP_URL: mails.url,
      INBOX_DIR: inbox,
      BACKUP_DIR: backups,
      HL7_PORT: String(hl7Port),
      HL7_TLS_CERT_FILE: certificates.serverFiles.certFile,
      HL7_TLS_KEY_FILE: certificates.serverFiles.keyFile,
      HL7_CLIENT_CA_FILE: certificates.serverFiles.clientCaFile,
    })
    await service.printed('Zelab is ready')
    const client = await signIn()
    // Starts the inspection processes and a job that sends email.
    expect((await client.upload(pdfBytes(), 'result.pdf')).status).toBe(200)
    expect((await client.post('/settings/testMail')).status).toBe(200)
    const sender = await connectTls(hl7Port, certificates.issueClient('analyzer').tls)
    service.child.kill('SIGTERM')
    await service.printed('Still active')
    // Resolves at the latest with the test's timeout.
    expect(await service.exit).toEqual([0, null])
    expect(service.output()).not.toContain('a shutdown hook failed')
    sender.destroy()
  })
})

it('ends by itself, with its database, when the reader of its output is gone [PROC-21]', async () => {
  const { child, exit } = run()
  // Before its first line: a service that has written everything does not notice a reader that leaves.
  child.stdout.destroy()
  child.stderr.destroy()
  expect(await exit).toEqual([0, null])
  await expect(readFile(path.join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT')
})
