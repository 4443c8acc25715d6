import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { Client, Message, type InboundResponse } from 'node-hl7-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { obr, obx, PDF, PDF_BASE64, resultMessage } from '../../../testing/hl7-messages.ts'
import { startHl7 } from '../../../testing/hl7-server.ts'
import { areInstalled } from '../../../testing/programs.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const hl7 = await stopAtEnd(startHl7())
const server = await hl7.startServer()

beforeEach(() => void hl7.intake.taken.splice(0))

/** A TLS tunnel for a sender without TLS, such as stunnel in a hospital. */
const openTunnel = async () => {
  const tunnel = createServer((local) => {
    const remote = connectTls({
      port: server.port,
      host: '127.0.0.1',
      servername: 'localhost',
      ...hl7.client.tls,
    })
    local.on('error', () => remote.destroy())
    remote.on('error', () => local.destroy())
    local.pipe(remote).pipe(local)
  })
  tunnel.listen(0, '127.0.0.1')
  await once(tunnel, 'listening')
  return { port: (tunnel.address() as AddressInfo).port, close: () => tunnel.close() }
}

describe('the npm package node-hl7-client', () => {
  it('sends a report over TLS with a client certificate [INBOX-77]', async () => {
    const message = new Message({
      messageHeader: {
        msh_9_1: 'ORU',
        msh_9_2: 'R01',
        msh_9_3: 'ORU_R01',
        msh_10: 'NODE1',
        msh_11_1: 'P',
        msh_12_1: '2.5.1' as never, // The types allow 2.7 only.
      } as never,
    })
    message.set('MSH.3', 'NODE LIS')
    message.set('MSH.12', '2.5.1')
    const pid = message.addSegment('PID')
    pid.set('3.1', '4711')
    pid.set('5.1', 'Haddad & Söhne')
    pid.set('5.2', 'Salma')
    const order = message.addSegment('OBR')
    order.set('3', 'N1')
    order.set('4.1', 'CBC')
    order.set('4.2', 'Blood | count')
    order.set('25', 'F')
    const observation = message.addSegment('OBX')
    observation.set('2', 'ED')
    observation.set('5.2', 'application')
    observation.set('5.3', 'PDF')
    observation.set('5.4', 'Base64')
    observation.set('5.5', PDF_BASE64)
    observation.set('11', 'F')

    const client = new Client({
      host: 'localhost',
      tls: { ...hl7.client.tls, servername: 'localhost', host: '127.0.0.1' },
    })
    const answer = await new Promise<InboundResponse>((resolve, reject) => {
      const connection = client.createConnection({ port: server.port }, (response) => {
        resolve(response)
        void connection.close()
      })
      connection.on('client.error', reject)
      connection.sendMessage(message).catch(reject)
    })
    const acknowledged = answer.getMessage()
    expect(acknowledged.get('MSA.1').toString()).toBe('AA')
    expect(acknowledged.get('MSA.2').toString()).toBe('NODE1')
    expect(hl7.intake.taken).toMatchObject([
      {
        content: PDF,
        orderKey: 'N1^CBC',
        title: 'Blood | count',
        stated: { emrIds: ['4711'], names: ['Salma Haddad & Söhne'] },
        isPreliminary: false,
      },
    ])
  })
})

describe.skipIf(!areInstalled('mllp_send'))('mllp_send of python3-hl7', () => {
  const run = async (...args: string[]) => {
    const child = spawn('mllp_send', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { said, complained }
  }

  it('sends reports through a TLS tunnel [INBOX-77]', async () => {
    const tunnel = await openTunnel()
    const file = hl7.certificates.authority.file('messages.hl7')
    const messages = [1, 2, 3].map((number) =>
      resultMessage({ controlId: `PY${number}`, patient: `PID|1||${number}||Ünal^Zoë` }),
    )
    writeFileSync(file, messages.map((message) => `\v${message}\u001c\r`).join(''))
    const { said, complained } = await run('--port', String(tunnel.port), '--file', file, '127.0.0.1')
    tunnel.close()
    expect(complained).toBe('')
    expect([...said.matchAll(/MSA\|(\w+)\|(\w+)/g)].map(([, code, id]) => [code, id])).toEqual([
      ['AA', 'PY1'],
      ['AA', 'PY2'],
      ['AA', 'PY3'],
    ])
    expect(hl7.intake.taken.map(({ stated }) => [stated?.emrIds, stated?.names])).toEqual(
      [1, 2, 3].map((number) => [[String(number)], ['Zoë Ünal']]),
    )
  })

  it('sends a file with line feeds, as written by hand [INBOX-77]', async () => {
    const tunnel = await openTunnel()
    const file = hl7.certificates.authority.file('loose.hl7')
    const lines = [
      'MSH|^~\\&|HAND|LAB|ZELAB|CLINIC|20261123||ORU^R01|HAND1|P|2.3',
      'PID|1||77||Doe^Jane',
      obr(),
      obx(),
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    const { said } = await run('--loose', '--port', String(tunnel.port), '--file', file, '127.0.0.1')
    tunnel.close()
    expect(said).toContain('MSA|AA|HAND1')
    expect(hl7.intake.taken).toMatchObject([{ stated: { emrIds: ['77'] }, content: PDF }])
  })
})
