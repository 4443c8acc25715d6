import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { frame } from '../platform/hl7/mllp-frames.ts'
import { createTestAuthority } from './seal-keys.ts'

const FRAME_END = Buffer.of(0x1c, 0x0d)

export const createHl7Certificates = () => {
  const authority = createTestAuthority()
  authority.issue('server', 'ECDSA P-256', '/CN=localhost', ['subjectAltName=DNS:localhost,IP:127.0.0.1'])
  const { file } = authority
  const clientOf = (name: string) => {
    const cert = readFileSync(file(`${name}.pem`))
    return {
      tls: { cert, key: readFileSync(file(`${name}.key`)), ca: readFileSync(file('ca.pem')) },
      fingerprint: createHash('sha256').update(new X509Certificate(cert).raw).digest('hex'),
    }
  }

  return {
    authority,
    serverFiles: {
      certFile: file('server.pem'),
      keyFile: file('server.key'),
      clientCaFile: file('ca.pem'),
    },
    issueClient(name: string) {
      authority.issue(name, 'ECDSA P-256')
      return clientOf(name)
    },
    issueSelfSigned(name: string) {
      authority.openssl(
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.pem`],
        ...['-subj', `/CN=${name}`],
      )
      return clientOf(name)
    },
  }
}

export type ClientTls = Pick<ConnectionOptions, 'cert' | 'key' | 'ca'>

/** With TLS 1.3, the server checks the certificate after the connection is established. */
export const connectTls = async (
  port: number,
  tls: ConnectionOptions,
  host = '127.0.0.1',
): Promise<TLSSocket> => {
  const socket = connect({ port, host, servername: 'localhost', ...tls })
  socket.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve)
    socket.once('close', () => reject(new Error('The connection was closed')))
  })
  return socket
}

export const createHl7Sender = async (port: number, tls: ConnectionOptions, host?: string) => {
  const socket = await connectTls(port, tls, host)
  let received = Buffer.alloc(0)
  const waiting: ((answer: Buffer | undefined) => void)[] = []
  const answers: Buffer[] = []

  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (let end = received.indexOf(FRAME_END); end !== -1; end = received.indexOf(FRAME_END)) {
      const answer = received.subarray(1, end)
      received = received.subarray(end + FRAME_END.length)
      const next = waiting.shift()
      if (next) next(answer)
      else answers.push(answer)
    }
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      for (const next of waiting.splice(0)) next(undefined)
      resolve()
    })
  })

  const answer = () =>
    new Promise<Buffer | undefined>((resolve) => {
      const first = answers.shift()
      if (first || socket.destroyed) resolve(first)
      else waiting.push(resolve)
    })

  return {
    socket,
    closed,
    answer,
    write: (bytes: Buffer | string) => void socket.write(bytes),
    send(message: Buffer | string) {
      socket.write(frame(Buffer.from(message)))
      return answer()
    },
    end: () => void socket.destroy(),
  }
}
