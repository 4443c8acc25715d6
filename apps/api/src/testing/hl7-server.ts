import { createHl7Messages } from '../modules/inbox/hl7/hl7-messages.service.ts'
import { createMllpServer, MLLP_LIMITS, type MllpServerLimits } from '../modules/inbox/hl7/mllp-server.ts'
import type { Intake } from '../modules/inbox/intake/arrival.ts'
import { systemClock, type Clock } from '../core/context.ts'
import { createLogger } from '../platform/logger.ts'
import { createHl7Certificates, createHl7Sender, type ClientTls } from './hl7-sender.ts'
import { createTestIntake } from './hl7-intake.ts'
import { startTestApp } from './test-app.ts'

export const startHl7 = async () => {
  const app = await startTestApp()
  const certificates = createHl7Certificates()
  const intake = createTestIntake(app.database)
  const lab = await app.createLab()
  const logLines: string[] = []
  const logger = createLogger('info', { write: (line: string) => void logLines.push(line) })
  const stops: (() => Promise<void>)[] = []

  const addSource = async (
    fingerprint: string,
    options: { addresses?: string[]; charset?: string; labId?: number } = {},
  ) =>
    (
      await app.database.one<{ id: number }>(
        `insert into inbox_sources (lab_id, kind, name, certificate, addresses, charset)
         values ($1, 'hl7', 'LIS', $2, $3, $4) returning id`,
        [options.labId ?? lab.id, fingerprint, options.addresses ?? ['127.0.0.0/8'], options.charset ?? null],
      )
    ).id

  const client = certificates.issueClient('client')
  const sourceId = await addSource(client.fingerprint)

  const startServer = async ({
    limits = {},
    inbox = intake,
    host = '127.0.0.1',
    clock = systemClock,
  }: { limits?: Partial<MllpServerLimits>; inbox?: Intake; host?: string; clock?: Clock } = {}) => {
    const messages = createHl7Messages({
      database: app.database,
      intake: inbox,
      clock,
      timeZone: async () => 'Asia/Dubai',
      reportFailure: (error, what) => logger.error({ err: error }, what),
    })
    const server = createMllpServer({
      settings: { port: 0, host, ...certificates.serverFiles },
      messages,
      logger,
      clock,
      limits: { ...MLLP_LIMITS, ...limits },
    })
    const port = await server.start()
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= server.stop())
    stops.push(stop)
    return { ...server, messages, port, stop }
  }

  return {
    app,
    lab,
    certificates,
    client,
    sourceId,
    intake,
    logLines,
    addSource,
    startServer,
    connect: (port: number, tls: ClientTls = client.tls, host?: string) => createHl7Sender(port, tls, host),
    storedAnswers: () =>
      app.database.query<{ answer: string; answerText: string | null; controlId: string }>(
        'select answer, answer_text as "answerText", control_id as "controlId" from inbox_messages order by received_at, control_id',
      ),
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await app.stop()
      certificates.authority.remove()
    },
  }
}
