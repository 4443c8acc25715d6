import { describe, expect, it } from 'vitest'
import { RawConnection } from '../testing/raw-connection.ts'
import { useTestApp } from '../testing/test-app.ts'
import { pdfBytes } from '../testing/test-records.ts'

const KB = 1024
const MB = 1024 * KB

const app = await useTestApp()
const lab = await app.createLab()
const clients = {
  technician: await app.signedIn('Technician', lab),
  doctor: await app.signedIn('Doctor', lab),
  admin: await app.signedIn('Admin'),
  receptionist: await app.signedIn('Receptionist', lab),
  anonymous: app.client(),
}
await app.database.query('update settings set upload_limit_mb = 2')

interface Target {
  line: string
  part: string
  fileName: string
  allowed: keyof typeof clients
}

const TARGETS: Record<string, Target> = {
  'a report file': {
    line: 'POST /api/v1/report/uploadReportFile',
    part: 'reportFile',
    fileName: 'report.pdf',
    allowed: 'technician',
  },
  'a logo': { line: 'POST /api/v1/settings/logo', part: 'logo', fileName: 'logo.png', allowed: 'admin' },
  'a patient file': {
    line: 'POST /api/v1/patient/import?dateOrder=ymd',
    part: 'patientFile',
    fileName: 'patients.csv',
    allowed: 'doctor',
  },
}

const filePart = (name: string, fileName: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--cut\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
const END = Buffer.from('--cut--\r\n')
const MULTIPART = 'multipart/form-data; boundary=cut'

interface Sent {
  sender: keyof typeof clients
  headers?: Record<string, string>
  body: Buffer
}

const REFUSALS: Record<string, (target: Target, content: Buffer) => Sent> = {
  'without a session': ({ part, fileName }, content) => ({
    sender: 'anonymous',
    body: Buffer.concat([filePart(part, fileName, content), END]),
  }),
  'by a role without permission': ({ part, fileName }, content) => ({
    sender: 'receptionist',
    body: Buffer.concat([filePart(part, fileName, content), END]),
  }),
  'from another site': ({ part, fileName, allowed }, content) => ({
    sender: allowed,
    headers: { origin: 'https://evil.example' },
    body: Buffer.concat([filePart(part, fileName, content), END]),
  }),
  'under another part name': ({ fileName, allowed }, content) => ({
    sender: allowed,
    body: Buffer.concat([filePart('other', fileName, content), END]),
  }),
  'under another part name, twice': ({ fileName, allowed }, content) => ({
    sender: allowed,
    body: Buffer.concat([filePart('other', fileName, content), filePart('other', fileName, content), END]),
  }),
  'together with a second file': ({ part, fileName, allowed }, content) => ({
    sender: allowed,
    body: Buffer.concat([filePart(part, fileName, content), filePart(part, fileName, content), END]),
  }),
  'as another media type': ({ allowed }, content) => ({
    sender: allowed,
    headers: { 'content-type': 'application/octet-stream' },
    body: content,
  }),
  'without a boundary': ({ part, fileName, allowed }, content) => ({
    sender: allowed,
    headers: { 'content-type': 'multipart/form-data' },
    body: Buffer.concat([filePart(part, fileName, content), END]),
  }),
  'of the wrong type': ({ part, allowed }, content) => ({
    sender: allowed,
    body: Buffer.concat([filePart(part, 'program.exe', content), END]),
  }),
  'cut off in the middle of the file': ({ part, fileName, allowed }, content) => ({
    sender: allowed,
    body: filePart(part, fileName, content).subarray(0, -Math.ceil(content.length / 2)),
  }),
  'cut off before the last boundary': ({ part, fileName, allowed }, content) => ({
    sender: allowed,
    body: filePart(part, fileName, content),
  }),
  'cut off in the header of its part': ({ part, fileName, allowed }, content) => ({
    sender: allowed,
    body: filePart(part, fileName, content).subarray(0, 40),
  }),
}

const SIZES: Record<string, number> = { '2 kB': 2 * KB, '3 MB': 3 * MB, '27 MB': 27 * MB }

const CONTENTS = new Map(
  Object.values(SIZES).map((size) => [
    size,
    Buffer.concat([pdfBytes(), Buffer.alloc(Math.max(0, size - pdfBytes().length), 1)]),
  ]),
)
const contentOf = (size: number) => CONTENTS.get(size) ?? Buffer.alloc(0)

const headersOf = ({ sender, headers }: Sent) => ({
  cookie: clients[sender].cookieHeader(),
  origin: 'http://reports.test',
  'content-type': MULTIPART,
  ...headers,
})

const expectUsableOrClosed = async (connection: RawConnection, refusal: Map<string, string> | undefined) => {
  if (refusal?.get('connection') === 'close') {
    await expect.poll(() => connection.closed).toBe(true)
    return
  }
  connection.request('GET /api/v1/settings/brand', {})
  expect((await connection.answer())?.status).toBe(200)
}

describe.each(Object.keys(TARGETS))('%s that is rejected', (what) => {
  const target = TARGETS[what] as Target
  // Import files are inspected later, by a job.
  const refusals = Object.keys(REFUSALS).filter(
    (how) => what !== 'a patient file' || how !== 'of the wrong type',
  )
  describe.each(refusals)('%s', (how) => {
    it.each(Object.keys(SIZES))('leaves its connection usable or closed, with %s [SAFE-16]', async (size) => {
      const sent = REFUSALS[how]?.(target, contentOf(SIZES[size] ?? 0)) as Sent
      for (const encoding of ['length', 'chunks']) {
        const connection = await RawConnection.open(app.origin)
        if (encoding === 'length') {
          connection.request(
            target.line,
            { ...headersOf(sent), 'content-length': sent.body.length },
            sent.body,
          )
        } else {
          connection.request(target.line, { ...headersOf(sent), 'transfer-encoding': 'chunked' })
          connection.send(`${sent.body.length.toString(16)}\r\n`)
          connection.send(sent.body)
          connection.send('\r\n0\r\n\r\n')
        }
        const refusal = await connection.answer()
        expect(refusal?.status).toBeGreaterThanOrEqual(400)
        expect(refusal?.status).toBeLessThan(500)
        expect(refusal?.body).toContain('"success":false')
        await expectUsableOrClosed(connection, refusal?.headers)
        connection.close()
      }
    })
  })

  it.each(['2 kB', '3 MB'])(
    'ends when the client stops sending %s and disconnects [SAFE-16]',
    async (size) => {
      const sent = REFUSALS['under another part name']?.(target, contentOf(SIZES[size] ?? 0)) as Sent
      const connection = await RawConnection.open(app.origin)
      connection.request(
        target.line,
        { ...headersOf(sent), 'content-length': sent.body.length * 2 },
        sent.body,
      )
      connection.socket.end()
      const answer = await connection.answer()
      if (answer) expect(answer.status).toBeLessThan(500)
      await expect.poll(() => connection.closed).toBe(true)
    },
  )

  it('stays unsent by a client that expects 100-continue [SAFE-16]', async () => {
    const connection = await RawConnection.open(app.origin)
    connection.request(target.line, {
      ...headersOf({ sender: target.allowed, body: END }),
      'content-length': 200 * MB,
      expect: '100-continue',
    })
    const refusal = await connection.answer()
    expect(refusal?.status).toBe(413)
    expect(refusal?.headers.get('connection')).toBe('close')
    await expect.poll(() => connection.closed).toBe(true)
  })
})

describe('a client that expects 100-continue', () => {
  it('gets the request to continue for an acceptable file [SAFE-16]', async () => {
    const body = Buffer.concat([filePart('reportFile', 'report.pdf', pdfBytes()), END])
    const connection = await RawConnection.open(app.origin)
    connection.request('POST /api/v1/report/uploadReportFile', {
      ...headersOf({ sender: 'technician', body }),
      'content-length': body.length,
      expect: '100-continue',
    })
    expect((await connection.answer())?.status).toBe(100)
    connection.send(body)
    expect((await connection.answer())?.status).toBe(200)
    connection.close()
  })

  it('gets the request to continue for JSON [SAFE-16]', async () => {
    const body = JSON.stringify({ phone: '+971501234567' })
    const connection = await RawConnection.open(app.origin)
    connection.request('POST /api/v1/patient/checkPhone', {
      ...headersOf({ sender: 'technician', body: END }),
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    })
    expect((await connection.answer())?.status).toBe(100)
    connection.send(body)
    expect((await connection.answer())?.status).toBe(200)
    connection.close()
  })
})

describe('a JSON body that is rejected', () => {
  it.each([
    ['for its size', JSON.stringify({ phone: '9'.repeat(3 * MB) }), 413],
    ['for its form', '{"phone":', 400],
  ])('%s leaves its connection usable or closed [SAFE-16]', async (_, body, status) => {
    const connection = await RawConnection.open(app.origin)
    connection.request(
      'POST /api/v1/patient/checkPhone',
      {
        ...headersOf({ sender: 'technician', body: END }),
        'content-type': 'application/json',
        'content-length': body.length,
      },
      body,
    )
    const refusal = await connection.answer()
    expect(refusal?.status).toBe(status)
    await expectUsableOrClosed(connection, refusal?.headers)
    connection.close()
  })
})
