import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export interface Mail {
  to: string
  fromName?: string
  subject: string
  text: string
  html: string
  attachments?: InlinePicture[]
}

export interface OutgoingMail extends Mail {
  /** The Message-ID, equal for retries, so that mail servers recognize duplicates. */
  id: string
}

interface InlinePicture {
  filename: string
  content: Buffer
  contentType: string
  contentDisposition: 'inline'
  cid: string
}

export interface Mailer {
  hasServer: boolean
  /** Resolves when the mail server accepted the email; rejects with `UnconfirmedMailError` when it may have. */
  send(mail: OutgoingMail): Promise<void>
}

/** The connection was lost after the whole email was sent: the mail server may have accepted it. */
export class UnconfirmedMailError extends Error {
  constructor(cause: unknown) {
    super('The mail server did not confirm the email', { cause })
    this.name = 'UnconfirmedMailError'
  }
}

/** Permanent rejection of the recipient's address or of the whole message (full mailbox, too large, spam). */
export const refusedForGood = (error: unknown): 'address' | 'message' | undefined => {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown }
  if (typeof responseCode !== 'number' || responseCode < 500) return undefined
  if (command === 'RCPT TO') return 'address'
  return command === 'DATA' ? 'message' : undefined
}

const TIMEOUT_MS = 15_000

const messageOf = (from: string, { id, fromName, ...mail }: OutgoingMail) => {
  const address = /([^\s<]+@[^@\s>]+)>?\s*$/.exec(from)?.[1] ?? from
  const domain = address.split('@')[1] ?? 'localhost'
  const sender = fromName === undefined ? from : { name: fromName, address }
  // RFC 3834: no out-of-office reply comes back.
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return { from: sender, messageId: `<${id}@${domain}>`, headers, ...mail }
}

/** The mail library logs when it has sent the whole content; its errors do not show it. */
const contentLogger = (onWritten: () => void) => {
  const ignore = () => {}
  return {
    level: ignore,
    trace: ignore,
    debug: ignore,
    info: ({ tnx }: { tnx?: string }) => {
      if (tnx === 'message') onWritten()
    },
    warn: ignore,
    error: ignore,
    fatal: ignore,
  }
}

const createSmtpMailer = (smtpUrl: string, from: string, timeoutMs: number): Mailer => {
  return {
    hasServer: true,
    async send(mail) {
      let isContentWritten = false
      // Each email has its own connection, so this logger covers only one email.
      const transport = nodemailer.createTransport({
        url: smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        logger: contentLogger(() => (isContentWritten = true)),
      })
      try {
        await transport.sendMail(messageOf(from, mail))
      } catch (error) {
        const isAnswered = error instanceof Error && 'responseCode' in error
        throw isContentWritten && !isAnswered ? new UnconfirmedMailError(error) : error
      }
    },
  }
}

const createOutbox = (folder: string, from: string): Mailer => {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    hasServer: false,
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(from, mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
      await writeFile(path.join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(path.join(folder, `.${name}`), path.join(folder, name))
    },
  }
}

/** Sends emails over SMTP, or writes them to the outbox folder when no server is set. */
export const createMailer = (options: {
  smtpUrl: string | undefined
  from: string
  outbox: string
  timeoutMs?: number
}): Mailer =>
  options.smtpUrl
    ? createSmtpMailer(options.smtpUrl, options.from, options.timeoutMs ?? TIMEOUT_MS)
    : createOutbox(options.outbox, options.from)
