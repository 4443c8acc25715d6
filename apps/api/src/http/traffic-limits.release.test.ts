import { setTimeout as sleep } from 'node:timers/promises'
import { UPLOAD_LIMIT_MB } from '@zelab/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { RawConnection } from '../testing/raw-connection.ts'
import { startTestApp, useTestApp } from '../testing/test-app.ts'
import { pdfBytes } from '../testing/test-records.ts'
import { DEFAULT_TRAFFIC_LIMITS } from './traffic-limits.ts'

const LIMITS = {
  headersTimeoutMs: 1_000,
  requestTimeoutMs: 1_000,
  uploadTimeoutMs: 20_000,
  uploadWindowMs: 1_000,
  uploadBytesPerSecond: 4 * 1024,
  maxConnections: 30,
  maxConnectionsPerAddress: 20,
}

const app = await useTestApp({ traffic: LIMITS })
const technician = await app.signedIn('Technician')

const opened: RawConnection[] = []
const open = async (origin = app.origin) => {
  const connection = await RawConnection.open(origin)
  opened.push(connection)
  return connection
}
afterEach(() => opened.splice(0).forEach((connection) => connection.close()))

const headers = (more: Record<string, string | number>) => ({
  cookie: technician.cookieHeader(),
  origin: 'http://reports.test',
  ...more,
})

const uploadHead = (length: number) =>
  headers({ 'content-type': 'multipart/form-data; boundary=cut', 'content-length': length })

const reportBody = (size: number) =>
  Buffer.concat([
    Buffer.from('--cut\r\ncontent-disposition: form-data; name="reportFile"; filename="slow.pdf"\r\n\r\n'),
    pdfBytes(),
    Buffer.alloc(Math.max(0, size - pdfBytes().length), ' '),
    Buffer.from('\r\n--cut--\r\n'),
  ])

const trickle = async (connection: RawConnection, bytes: Buffer, pieceBytes: number, everyMs: number) => {
  for (let at = 0; at < bytes.length && !connection.closed; at += pieceBytes) {
    connection.send(bytes.subarray(at, at + pieceBytes))
    await sleep(everyMs)
  }
}

const expectEnded = async (connection: RawConnection) => {
  const answer = await connection.answer()
  if (answer) expect(answer.status).toBe(408)
  await expect.poll(() => connection.closed).toBe(true)
  return answer
}

describe('a request that arrives too slowly', () => {
  it('ends when its headers take too long [SAFE-13]', async () => {
    const connection = await open()
    connection.send('GET /api/v1/settings/brand HTTP/1.1\r\nhost: reports.test\r\nx-slow: ')
    const sending = trickle(connection, Buffer.alloc(10_000, 'x'), 1, 100)
    await expectEnded(connection)
    connection.close()
    await sending
  })

  it('ends when a connection sends nothing at all [SAFE-13]', async () => {
    await expectEnded(await open())
  })

  it('ends when its body trickles in byte by byte [SAFE-13]', async () => {
    const connection = await open()
    connection.request(
      'POST /api/v1/patient/checkPhone',
      headers({ 'content-type': 'application/json', 'content-length': 1_000 }),
    )
    const sending = trickle(connection, Buffer.alloc(1_000, ' '), 1, 100)
    const answer = await expectEnded(connection)
    expect(answer?.headers.get('connection')).toBe('close')
    expect(answer?.body).toContain('The request arrived too slowly')
    await sending
  })

  it('ends when an upload is slower than the minimum rate [SAFE-13]', async () => {
    const connection = await open()
    const body = reportBody(100_000)
    connection.request('POST /api/v1/report/uploadReportFile', uploadHead(body.length))
    const sending = trickle(connection, body, 100, 100)
    expect((await expectEnded(connection))?.status).toBe(408)
    await sending
    const { n } = await app.database.one<{ n: number }>('select count(*) as n from report_files')
    expect(n).toBe(0)
  })

  it('ends when an upload takes too long as a whole [SAFE-13]', async () => {
    const hasty = await startTestApp({ traffic: { ...LIMITS, uploadTimeoutMs: 1_500 } })
    try {
      const user = await hasty.signedIn('Technician')
      const connection = await open(hasty.origin)
      const body = reportBody(500_000)
      connection.request('POST /api/v1/report/uploadReportFile', {
        ...uploadHead(body.length),
        cookie: user.cookieHeader(),
      })
      const sending = trickle(connection, body, 1_000, 100)
      await expectEnded(connection)
      await sending
    } finally {
      await hasty.stop()
    }
  })
})

describe('a slow but steady upload', () => {
  it('takes longer than other requests may [SAFE-13]', async () => {
    const connection = await open()
    const body = reportBody(30_000)
    connection.request('POST /api/v1/report/uploadReportFile', uploadHead(body.length))
    await trickle(connection, body, 1_000, 100)
    expect((await connection.answer())?.status).toBe(200)
  })

  it('passes the default limits on 3G with a file of the maximum size [SAFE-13]', () => {
    const limits = DEFAULT_TRAFFIC_LIMITS
    // Upload rate of Chrome's "Slow 3G".
    const slow3G = 50_000
    expect(slow3G).toBeGreaterThan(limits.uploadBytesPerSecond)
    expect((UPLOAD_LIMIT_MB.max * 1024 * 1024) / slow3G).toBeLessThan(limits.uploadTimeoutMs / 1000)
  })
})

describe('connections', () => {
  const fill = async (origin: string, count: number) => {
    for (let index = 0; index < count; index++)
      (await open(origin)).send('GET / HTTP/1.1\r\nhost: x\r\nx-idle: ')
    await sleep(200)
    return opened.filter(({ closed }) => !closed).length
  }

  it('reach a limit per address and free their places when they close [SAFE-13]', async () => {
    const limited = await startTestApp({ traffic: { ...LIMITS, headersTimeoutMs: 60_000 } })
    try {
      expect(await fill(limited.origin, 40)).toBe(LIMITS.maxConnectionsPerAddress)
      opened.splice(0).forEach((connection) => connection.close())
      await expect.poll(async () => (await limited.client().get('/settings/brand')).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })

  it('behind a proxy are limited in total, not by their shared address [SAFE-13]', async () => {
    const limited = await startTestApp({ traffic: { ...LIMITS, headersTimeoutMs: 60_000 }, trustProxy: 1 })
    try {
      expect(await fill(limited.origin, 40)).toBe(LIMITS.maxConnections)
    } finally {
      opened.splice(0).forEach((connection) => connection.close())
      await limited.stop()
    }
  })
})
