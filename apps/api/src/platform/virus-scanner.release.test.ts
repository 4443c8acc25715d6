import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startClamd, TEST_VIRUS } from '../testing/clamd.ts'
import { areInstalled } from '../testing/programs.ts'
import { createClamdScanner, VirusScannerUnavailableError } from './virus-scanner.ts'

const contentOf = (...chunks: (Buffer | string)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))

describe('the client of ClamAV', () => {
  let server: Server | undefined
  const sockets = new Set<Socket>()
  const closeServer = async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    if (server) await new Promise((resolve) => server?.close(resolve))
    server = undefined
  }
  afterEach(closeServer)
  const serve = async (onConnection: (socket: Socket) => void) => {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      onConnection(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const answering = (answer: string, received: Buffer[] = []) =>
    serve((socket) => {
      let all = Buffer.alloc(0)
      socket.on('data', (part: Buffer) => {
        all = Buffer.concat([all, part])
        if (!all.subarray(-4).equals(Buffer.alloc(4))) return
        received.push(all)
        socket.end(answer)
      })
    })

  it('sends the content in chunks with their lengths and parses both verdicts', async () => {
    const received: Buffer[] = []
    const clean = createClamdScanner(await answering('stream: OK\0', received))
    expect(await clean.scan(contentOf('abc', '', 'defg'))).toBe('clean')
    expect(received[0]?.toString('latin1')).toBe('zINSTREAM\0\0\0\0\x03abc\0\0\0\x04defg\0\0\0\0')
    await closeServer()
    const infected = createClamdScanner(await answering('stream: Some.Virus-1 FOUND\0'))
    expect(await infected.scan(contentOf('abc'))).toBe('infected')
  })

  it('sends a large file completely', async () => {
    const received: Buffer[] = []
    const scanner = createClamdScanner(await answering('stream: OK\0', received))
    const chunks = Array.from({ length: 80 }, (_, index) => Buffer.alloc(65_536, 65 + (index % 20)))
    expect(await scanner.scan(Readable.from(chunks))).toBe('clean')
    expect(received[0]?.length).toBe(10 + 80 * (65_536 + 4) + 4)
  })

  it('accepts only a clear answer as clean', async () => {
    for (const answer of [
      '',
      'stream: OK or so\0',
      'UNKNOWN COMMAND\0',
      'INSTREAM size limit exceeded. ERROR\0',
      'OK\0',
    ]) {
      const scanner = createClamdScanner(await answering(answer))
      await expect(scanner.scan(contentOf('abc'))).rejects.toThrow(VirusScannerUnavailableError)
      await closeServer()
    }
  })

  it('rejects a clean verdict that arrives before the whole file was sent', async () => {
    const scanner = createClamdScanner(await serve((socket) => socket.end('stream: OK\0')))
    const slow = Readable.from(
      (async function* () {
        yield Buffer.from('abc')
        await new Promise((resolve) => setTimeout(resolve, 100))
        yield Buffer.from('def')
      })(),
    )
    await expect(scanner.scan(slow)).rejects.toThrow(VirusScannerUnavailableError)
  })

  it('fails on silence, a refused connection, a missing socket and unreadable content', async () => {
    const silent = createClamdScanner(await serve(() => {}), { answerTimeoutMs: 100 })
    await expect(silent.scan(contentOf('abc'))).rejects.toThrow(VirusScannerUnavailableError)
    for (const address of ['tcp://127.0.0.1:1', 'unix:///nowhere/clamd.sock'])
      await expect(createClamdScanner(address).scan(contentOf('abc'))).rejects.toThrow(
        VirusScannerUnavailableError,
      )
    const broken = new Readable({
      read() {
        this.destroy(new Error('cannot be read'))
      },
    })
    await closeServer()
    const scanner = createClamdScanner(await answering('stream: OK\0'))
    await expect(scanner.scan(broken)).rejects.toThrow(VirusScannerUnavailableError)
  })
})

describe.skipIf(!areInstalled('clamd'))('a real ClamAV daemon', () => {
  let daemon: Awaited<ReturnType<typeof startClamd>>
  beforeAll(async () => {
    daemon = await startClamd()
  })
  afterAll(() => daemon.stop())

  it('finds exactly the files that match its signature', async () => {
    const scanner = createClamdScanner(daemon.url)
    expect(await scanner.scan(contentOf('%PDF-1.7 nothing to see'))).toBe('clean')
    expect(await scanner.scan(contentOf('some text ', TEST_VIRUS, ' more text'))).toBe('infected')
  })
  it('fails for files above the daemon size limit', async () => {
    const chunks = Array.from({ length: 64 }, () => Buffer.alloc(65_536, 'x'))
    await expect(createClamdScanner(daemon.url).scan(Readable.from(chunks))).rejects.toThrow(
      VirusScannerUnavailableError,
    )
  })
})
