import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer, resultMessage } from '../../../testing/hl7-messages.ts'
import { startHl7 } from '../../../testing/hl7-server.ts'
import { frame } from '../../../platform/hl7/mllp-frames.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const MIB = 1024 * 1024

const hl7 = await stopAtEnd(startHl7())
const server = await hl7.startServer({ limits: { handshakeMs: 2000 } })

const isServed = async () => {
  const sender = await hl7.connect(server.port)
  const answer = await sender.send(resultMessage())
  sender.end()
  return readAnswer(answer ?? '').code === 'AA'
}

describe('the HL7 server', () => {
  it('withstands 1,000 connections without a certificate [INBOX-78]', async () => {
    const sockets: Socket[] = []
    for (let index = 0; index < 1000; index += 1) {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.9.9.9' })
      socket.on('error', () => {})
      sockets.push(socket)
    }
    await expect.poll(() => sockets.every(({ connecting }) => !connecting)).toBe(true)
    expect(await isServed()).toBe(true)
    expect(hl7.logLines.length).toBeLessThan(50)
    await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true)
    expect(await isServed()).toBe(true)
  })

  it.each(['127.9.9.9', '127.0.0.1'])(
    'serves a sender beside 60 idle connections of %s [RULE-44]',
    async (localAddress) => {
      const lasting = await hl7.startServer({ limits: { handshakeMs: 60_000 } })
      const sockets = Array.from({ length: 60 }, () =>
        connect({ port: lasting.port, host: '127.0.0.1', localAddress }).on('error', () => {}),
      )
      await expect.poll(() => sockets.every(({ connecting }) => !connecting)).toBe(true)
      const sender = await hl7.connect(lasting.port)
      expect(readAnswer((await sender.send(resultMessage())) ?? '').code).toBe('AA')
      sender.end()
      expect(sockets.at(-1)?.closed).toBe(false)
      expect(sockets[0]?.closed).toBe(true)
      for (const socket of sockets) socket.destroy()
    },
  )

  it('withstands messages that never end [INBOX-78]', async () => {
    const attacker = hl7.certificates.issueClient('attacker')
    await hl7.addSource(attacker.fingerprint)
    const senders = await Promise.all(Array.from({ length: 8 }, () => hl7.connect(server.port, attacker.tls)))
    const chunk = Buffer.alloc(MIB, 'A')
    let most = 0
    for (const sender of senders) sender.write(Buffer.from('\vMSH|^~\\&|A|B|C|D|||ORU^R01|1|P|2.5\rOBX|'))
    for (let written = 0; written < 33; written += 1) {
      for (const sender of senders) if (!sender.socket.destroyed) sender.write(chunk)
      await new Promise((resolve) => setImmediate(resolve))
      most = Math.max(most, server.bufferedBytes())
    }
    const answers = await Promise.all(senders.map((sender) => sender.answer()))
    for (const answer of answers)
      expect(readAnswer(answer ?? '')).toMatchObject({
        code: 'AR',
        text: 'The message is larger than 32 MiB',
      })
    await Promise.all(senders.map((sender) => sender.closed))
    await expect.poll(() => server.bufferedBytes()).toBe(0)
    expect(most).toBeLessThan(161 * MIB)
    expect(await isServed()).toBe(true)
  })

  it('withstands any bytes and truncated messages [INBOX-78]', async () => {
    const valid = frame(Buffer.from(resultMessage()))
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((content) => Buffer.from(content)),
      fc.uint8Array({ maxLength: 400 }).map((content) => frame(Buffer.from(content))),
      fc.nat(valid.length).map((length) => valid.subarray(0, length)),
      fc
        .tuple(fc.nat(valid.length - 1), fc.nat(255))
        .map(([at, byte]) => Buffer.concat([valid.subarray(0, at), Buffer.of(byte), valid.subarray(at + 1)])),
      fc.constant(valid),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 4 }), async (parts) => {
        const sender = await hl7.connect(server.port)
        for (const part of parts) sender.write(part)
        sender.socket.end()
        await sender.closed
      }),
      { numRuns: 150 },
    )
    expect(await isServed()).toBe(true)
    expect(hl7.logLines.join()).not.toContain('an HL7 message failed')
    await expect.poll(() => server.bufferedBytes()).toBe(0)
  })

  it('withstands senders that do not read their answers [INBOX-78]', async () => {
    const limited = await hl7.startServer({ limits: { stalledMs: 1000 } })
    const sender = await hl7.connect(limited.port)
    sender.socket.pause()
    const field = 'A'.repeat(250)
    const message = frame(Buffer.from(`MSH|^~\\&|${Array(8).fill(field).join('|')}|P|2.5\r`))
    const many = Buffer.concat(Array.from({ length: 300 }, () => message))
    for (let count = 0; count < 100; count += 1) sender.write(many)
    await expect.poll(() => hl7.logLines.join()).toContain('an answer was not read')
    await expect.poll(() => limited.bufferedBytes()).toBe(0)
    sender.end()
    await limited.stop()
  })
})
