import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { nextControlId, PDF, readAnswer, resultMessage } from '../../../testing/hl7-messages.ts'
import { connectTls, type ClientTls } from '../../../testing/hl7-sender.ts'
import { startHl7 } from '../../../testing/hl7-server.ts'
import { frame } from '../../../platform/hl7/mllp-frames.ts'
import { WAIT_MS } from '../../../../../../test-limits.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const hl7 = await stopAtEnd(startHl7())
const server = await hl7.startServer()

beforeEach(() => {
  hl7.intake.taken.length = 0
  hl7.logLines.length = 0
})

const isServed = async (tls: ClientTls, port = server.port, host?: string) => {
  const sender = await hl7.connect(port, tls, host).catch(() => undefined)
  const answer = await sender?.send(resultMessage())
  sender?.end()
  return answer !== undefined && readAnswer(answer).code === 'AA'
}

const setSource = (column: string, value: unknown) =>
  hl7.app.database.execute(`update inbox_sources set ${column} = $2 where id = $1`, [hl7.sourceId, value])

describe('the HL7 listener', () => {
  it('serves a certificate of the source from its addresses, and passes documents to its lab [INBOX-61]', async () => {
    expect(await isServed(hl7.client.tls)).toBe(true)
    expect(hl7.intake.taken).toMatchObject([
      {
        origin: { labId: hl7.lab.id, sourceId: hl7.sourceId },
        content: PDF,
        orderKey: 'F100^CBC',
        stated: { emrIds: ['4711'] },
      },
    ])
  })

  it('refuses senders without a certificate, with that of another authority or of no source [INBOX-61]', async () => {
    const { ca } = hl7.client.tls
    const { issueClient, issueSelfSigned } = hl7.certificates
    const foreign = issueClient('unknown')
    const self = issueSelfSigned('self')
    // Even a known certificate must be valid. Its authority may be removed from the file.
    await hl7.addSource(self.fingerprint)
    expect(await isServed({ ca })).toBe(false)
    expect(await isServed({ ...self.tls, ca })).toBe(false)
    expect(await isServed(foreign.tls)).toBe(false)
    expect(hl7.intake.taken).toEqual([])
    expect(hl7.logLines.join()).toContain('no source has this certificate and address')
  })

  it('refuses senders without TLS or with TLS 1.1 [INBOX-61]', async () => {
    const plain = connect(server.port, '127.0.0.1')
    plain.on('error', () => {})
    plain.write(frame(Buffer.from(resultMessage())))
    await once(plain, 'close')
    await expect(
      connectTls(server.port, {
        ...hl7.client.tls,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'ALL:@SECLEVEL=0',
      }),
    ).rejects.toThrow()
    const older = await connectTls(server.port, { ...hl7.client.tls, maxVersion: 'TLSv1.2' })
    expect(older.getProtocol()).toBe('TLSv1.2')
    older.destroy()
    expect(hl7.intake.taken).toEqual([])
  })

  it('refuses other addresses; IPv6 and mapped IPv4 addresses are compared [INBOX-62]', async () => {
    const both = await hl7.startServer({ host: '::' })
    await setSource('addresses', ['10.0.0.0/8', '::2'])
    expect(await isServed(hl7.client.tls)).toBe(false)
    expect(await isServed(hl7.client.tls, both.port, '::1')).toBe(false)
    await setSource('addresses', ['127.0.0.1', '::1/128'])
    expect(await isServed(hl7.client.tls, both.port)).toBe(true)
    expect(await isServed(hl7.client.tls, both.port, '::1')).toBe(true)
    await both.stop()
  })

  it('serves a source only while it is on and not removed, at once [INBOX-61]', async () => {
    const sender = await hl7.connect(server.port)
    expect(readAnswer((await sender.send(resultMessage())) ?? '').code).toBe('AA')
    await setSource('is_on', false)
    expect(await sender.send(resultMessage())).toBeUndefined()
    expect(await isServed(hl7.client.tls)).toBe(false)
    await setSource('is_on', true)
    await setSource('removed_at', new Date())
    expect(await isServed(hl7.client.tls)).toBe(false)
    await setSource('removed_at', null)
    expect(await isServed(hl7.client.tls)).toBe(true)
    expect(hl7.intake.taken).toHaveLength(2)
  })
})

describe('messages of a connection', () => {
  it('get their answers in order, in any chunks and several at once [INBOX-63]', async () => {
    const sender = await hl7.connect(server.port)
    const ids = Array.from({ length: 20 }, () => nextControlId())
    const bytes = Buffer.concat(ids.map((controlId) => frame(Buffer.from(resultMessage({ controlId })))))
    for (let at = 0; at < bytes.length; at += 997) {
      sender.write(bytes.subarray(at, at + 997))
      if (at % 5 === 0) await sleep(1)
    }
    for (const controlId of ids) {
      const answer = await sender.answer()
      expect(readAnswer(answer ?? '')).toMatchObject({ code: 'AA', controlId })
    }
    sender.end()
  })

  it('run one after the other [INBOX-63]', async () => {
    const order: string[] = []
    const inbox = {
      receive: async (_origin: unknown, documents: { fileName: string }[]) => {
        order.push(`begin ${documents[0]?.fileName}`)
        await sleep(20)
        order.push(`end ${documents[0]?.fileName}`)
        return []
      },
    }
    const slow = await hl7.startServer({ inbox })
    const sender = await hl7.connect(slow.port)
    for (const controlId of ['ONE', 'TWO']) sender.write(frame(Buffer.from(resultMessage({ controlId }))))
    await sender.answer()
    await sender.answer()
    expect(order).toEqual([
      ...['begin HL7-ONE-1.pdf', 'end HL7-ONE-1.pdf'],
      ...['begin HL7-TWO-1.pdf', 'end HL7-TWO-1.pdf'],
    ])
    await slow.stop()
  })

  it('end the connection with bytes that are none, or a message inside another [INBOX-63]', async () => {
    for (const bytes of ['GET / HTTP/1.1\r\n', '\vMSH|^~\\&|broken\vMSH|', '\vMSH|\u001c\v']) {
      const sender = await hl7.connect(server.port)
      sender.write(bytes)
      expect(await sender.answer()).toBeUndefined()
    }
    expect(hl7.logLines.join()).toContain('bytes that are no message')
  })

  it('arrive up to 32 MiB, and are refused beyond [INBOX-64]', async () => {
    const sender = await hl7.connect(server.port)
    const pdf = Buffer.concat([PDF, Buffer.alloc(24_900_000, 'x')])
    const largest = Buffer.from(resultMessage({ pdf }).padEnd(32 * 1024 * 1024, '\r'))
    expect(largest.length).toBe(32 * 1024 * 1024)
    expect(readAnswer((await sender.send(largest)) ?? '').code).toBe('AA')
    expect(hl7.intake.taken[0]?.content?.length).toBe(pdf.length)
    const started = performance.now()
    const larger = await sender.send(Buffer.concat([largest, Buffer.alloc(1, '\r')]))
    expect(readAnswer(larger ?? '')).toMatchObject({ code: 'AR', text: 'The message is larger than 32 MiB' })
    await sender.closed
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(server.bufferedBytes()).toBe(0)
  })
})

describe('HL7 connections', () => {
  const open = async (count: number, port: number, tls?: ClientTls) => {
    const senders = await Promise.all(Array.from({ length: count }, () => hl7.connect(port, tls)))
    const left = new Set(senders)
    for (const sender of senders) void sender.closed.then(() => left.delete(sender))
    return left
  }
  const expectToStay = async (left: ReadonlySet<unknown>, count: number) => {
    await expect.poll(() => left.size).toBe(count)
    await sleep(300)
    expect(left.size).toBe(count)
  }

  it('reach a limit in all and for each source [INBOX-64]', async () => {
    const other = hl7.certificates.issueClient('other')
    await hl7.addSource(other.fingerprint)
    const limited = await hl7.startServer({ limits: { connections: 5, connectionsPerSource: 3 } })
    const opened = await open(4, limited.port)
    await expectToStay(opened, 3)
    const others = await open(3, limited.port, other.tls)
    await expectToStay(others, 2)
    for (const sender of [...opened, ...others]) sender.end()
    await vi.waitFor(async () => {
      const again = await open(1, limited.port)
      await sleep(300)
      for (const sender of again) sender.end()
      expect(again.size).toBe(1)
    }, WAIT_MS)
    await limited.stop()
  })

  it('close when idle, without a handshake, or when a message does not proceed [INBOX-64]', async () => {
    const quick = await hl7.startServer({
      limits: { idleMs: 300, stalledMs: 200, messageMs: 400, handshakeMs: 300 },
    })
    const silent = connect(quick.port, '127.0.0.1')
    silent.on('error', () => {})
    const idle = await hl7.connect(quick.port)
    const stalled = await hl7.connect(quick.port)
    stalled.write('\vMSH|')
    const slow = await hl7.connect(quick.port)
    slow.write('\vMSH|')
    const dripping = setInterval(() => slow.write('x'), 50)
    await Promise.all([once(silent, 'close'), idle.closed, stalled.closed, slow.closed])
    clearInterval(dripping)
    expect(hl7.logLines.join()).toContain('a message did not proceed')
    expect(hl7.logLines.join()).toContain('a message took too long')
    await expect.poll(() => quick.bufferedBytes()).toBe(0)
    await quick.stop()
  })

  it('share a budget of memory and all become complete [INBOX-64]', async () => {
    const small = await hl7.startServer({ limits: { bufferedBytes: 1_000_000 } })
    const senders = await Promise.all(Array.from({ length: 8 }, () => hl7.connect(small.port)))
    const pdf = Buffer.concat([PDF, Buffer.alloc(1_500_000, 'x')])
    let most = 0
    const watching = setInterval(() => (most = Math.max(most, small.bufferedBytes())), 1)
    const answers = await Promise.all(senders.map((sender) => sender.send(resultMessage({ pdf }))))
    clearInterval(watching)
    expect(answers.map((answer) => readAnswer(answer ?? '').code)).toEqual(Array(8).fill('AA'))
    expect(most).toBeLessThan(1_000_000 + 2_000_100 + 8 * 65_536)
    expect(small.bufferedBytes()).toBe(0)
    await small.stop()
  })

  it('get the answers of running messages when the server stops [INBOX-76]', async () => {
    const stopping = await hl7.startServer()
    const [running, receiving, idle] = await Promise.all([1, 2, 3].map(() => hl7.connect(stopping.port)))
    let resume = () => {}
    hl7.intake.pause = new Promise<void>((resolve) => (resume = resolve))
    const controlId = nextControlId()
    const message = resultMessage({ controlId })
    const answer = running?.send(message)
    receiving?.write('\vMSH|')
    await expect.poll(() => stopping.bufferedBytes()).toBe(message.length + 'MSH|'.length)
    const stopped = stopping.stop()
    await Promise.all([receiving?.closed, idle?.closed])
    await expect(hl7.connect(stopping.port)).rejects.toThrow()
    resume()
    hl7.intake.pause = undefined
    expect(readAnswer((await answer) ?? '')).toMatchObject({ code: 'AA', controlId })
    await stopped
    expect(hl7.intake.taken).toHaveLength(1)
  })

  it('close at once while their source is looked up when the server stops [INBOX-121]', async () => {
    const stopping = await hl7.startServer({ limits: { stopMs: 600_000 } })
    const findSource = vi.spyOn(stopping.messages, 'findSource')
    await hl7.app.database.transaction(async (tx) => {
      await tx.execute('lock table inbox_sources in access exclusive mode')
      const sender = await hl7.connect(stopping.port)
      onTestFinished(sender.end)
      await expect.poll(() => findSource).toHaveBeenCalled()
      await stopping.stop()
      await sender.closed
      expect(findSource.mock.settledResults).toMatchObject([{ type: 'incomplete' }])
    })
  })
})
