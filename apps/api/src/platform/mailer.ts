import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Pictures of the HTML, named there by their `cid`. */
  attachments?: InlinePicture[]
}

export interface OutgoingMail extends Mail {
  /** The same for a mail that is sent once more: receivers and their servers then know it again (Message-ID). */
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
  /** Whether there is a mail server; without one mails are files that reach nobody. */
  hasServer: boolean
  /** Resolves when the mail server took the mail. */
  send(mail: OutgoingMail): Promise<void>
}

const TIMEOUT_MS = 15_000

const messageOf = (from: string, { id, ...mail }: OutgoingMail) => {
  const domain = /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return { from, messageId: `<${id}@${domain}>`, ...mail }
}

const createSmtpMailer = (smtpUrl: string, from: string, timeoutMs: number): Mailer => {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return {
    hasServer: true,
    async send(mail) {
      await transport.sendMail(messageOf(from, mail))
    },
  }
}

/** Writes each mail as an .eml file: what an installation without a mail server has. */
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

/** Mails over SMTP, or into the outbox folder when no server is set. A server that says nothing is given up on. */
export const createMailer = (options: {
  smtpUrl: string | undefined
  from: string
  outbox: string
  timeoutMs?: number
}): Mailer =>
  options.smtpUrl
    ? createSmtpMailer(options.smtpUrl, options.from, options.timeoutMs ?? TIMEOUT_MS)
    : createOutbox(options.outbox, options.from)
