import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { TEST_SECRET, type TestApp } from './test-app.ts'
import { addReportType, publishReport, registerPatient } from './test-records.ts'
import { withdrawReport } from './withdrawal.ts'
import { frame } from '../platform/hl7/mllp-frames.ts'
import { createEncryption } from '../platform/encryption.ts'
import type { createHl7Certificates } from './hl7-sender.ts'
import { LOCALHOST_TLS } from './localhost-certificate.ts'

export interface ReceivedHook {
  headers: IncomingHttpHeaders
  text: string
  body: { type: string; timestamp: string; data: { report: number; version: number; resource: string } }
}

export const NO_ANSWER = 0

/** A receiver of webhooks on this machine, which answers as `state` says, or breaks the connection (`NO_ANSWER`). */
export const startHookServer = async () => {
  const received: ReceivedHook[] = []
  const state = {
    status: 204,
    headers: {} as Record<string, string>,
    onRequest: async (_hook: ReceivedHook): Promise<void> => {},
  }
  const server = https.createServer(LOCALHOST_TLS, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const hook = { headers: request.headers, text, body: JSON.parse(text) as ReceivedHook['body'] }
      received.push(hook)
      void state.onRequest(hook).then(() => {
        if (state.status === NO_ANSWER) request.socket.destroy()
        else response.writeHead(state.status, state.headers).end()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    received,
    state,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const acknowledgment = (code: string, controlId: string, text = ''): string =>
  `MSH|^~\\&|\rMSA|${code}|${controlId}|${text}\r`

/** A receiver of HL7 on this machine. Without an answer, it breaks the connection. */
export const startHl7Receiver = async ({
  authority,
  serverFiles,
}: Pick<ReturnType<typeof createHl7Certificates>, 'authority' | 'serverFiles'>) => {
  const ca = readFileSync(authority.file('ca.pem'), 'utf8')
  const state = {
    answer: (controlId: string, _message: string): string | undefined | Promise<string | undefined> =>
      acknowledgment('AA', controlId),
  }
  const controlIds: string[] = []
  const sockets = new Set<TLSSocket>()
  const server = createServer(
    {
      cert: readFileSync(serverFiles.certFile),
      key: readFileSync(serverFiles.keyFile),
      ...{ ca, requestCert: true, rejectUnauthorized: true },
    },
    (socket) => {
      sockets.add(socket)
      let text = ''
      const answer = async () => {
        const controlId = text.split('|')[9] ?? ''
        controlIds.push(controlId)
        const answered = await state.answer(controlId, text.slice(1, -2))
        if (answered === undefined) socket.destroy()
        else if (!socket.destroyed) socket.write(frame(Buffer.from(answered)))
      }
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
      socket.on('data', (part: Buffer) => {
        text += part.toString('latin1')
        if (text.endsWith('\u001c\r')) void answer()
      })
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...{ ca, state, controlIds, port: (server.address() as AddressInfo).port },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

export const HOOK_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
export const sealed = (text: string): Buffer => createEncryption(TEST_SECRET).seal(text)

interface Place {
  labId: number
  createdBy: number
  referrerId?: number
  includesSensitive?: boolean
}

export const storeHook = async (
  { database }: Pick<TestApp, 'database'>,
  { labId, createdBy, referrerId, includesSensitive = false }: Place,
  url: string,
): Promise<number> => {
  const { id } = await database.one<{ id: number }>(
    `insert into integrations (lab_id, kind, name, purpose, country, referrer_id, includes_sensitive, created_by, url, ca,
                               sealed_secret)
     values ($1, 'webhook', 'City Hospital', 'Treatment', 'AE', $2, $3, $4, $5, $6, $7) returning id`,
    [labId, referrerId ?? null, includesSensitive, createdBy, url, LOCALHOST_TLS.cert, sealed(HOOK_SECRET)],
  )
  return id
}

interface SendingColumns {
  id: number
  report_id: number
  state: string
  tries: number
  answer: string | null
  is_sending: boolean
  next_try_at: string
}
type ReceiverColumns = Record<string, unknown> & {
  failing_since: string | null
  failure: string | null
  tries: number
  next_try_at: string | null
}

/** A lab that sends its reports to one webhook. */
export const openHookLab = async (
  app: Pick<TestApp, 'database' | 'createLab' | 'signedIn'>,
  admin: Awaited<ReturnType<TestApp['signedIn']>>,
  url: string,
) => {
  const lab = await app.createLab()
  const doctor = await app.signedIn('Doctor', lab)
  const type = await addReportType(doctor)
  const place = { labId: lab.id, createdBy: admin.user.id }
  const id = await storeHook(app, place, url)
  const sendings = () =>
    app.database.query<SendingColumns>(
      'select * from integration_sendings where integration_id = $1 order by id',
      [id],
    )
  return {
    ...{ lab, doctor, type, place, id, sendings },
    publish: async () => (await publishReport(doctor, await registerPatient(doctor), type)).id,
    withdraw: async (reportId: number) => {
      const { status } = await withdrawReport(doctor, reportId, { reason: 'published-twice' })
      if (status !== 200) throw new Error(`Not withdrawn: ${status}`)
    },
    states: async () => (await sendings()).map(({ state }) => state),
    receiver: () => app.database.one<ReceiverColumns>('select * from integrations where id = $1', [id]),
  }
}

export const storeHl7Receiver = async (
  { database }: Pick<TestApp, 'database'>,
  { labId, createdBy }: Place,
  at: { port: number; ca: string; processingId?: 'T' | 'P'; serverName?: string },
): Promise<number> => {
  const { id } = await database.one<{ id: number }>(
    `insert into integrations (lab_id, kind, name, purpose, country, created_by, host, port, ca, server_name, processing_id,
                               sending_application, sending_facility, receiving_application, receiving_facility)
     values ($1, 'hl7', 'Clinic system', 'Treatment', 'AE', $2, '127.0.0.1', $3, $4, $5, $6, 'ZELAB', 'Lab', '', '')
     returning id`,
    [labId, createdBy, at.port, at.ca, at.serverName ?? 'localhost', at.processingId ?? 'P'],
  )
  return id
}
