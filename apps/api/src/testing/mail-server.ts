import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  content: string
  text: string
  html: string
}

const fromQuotedPrintable = (body: string) =>
  Buffer.from(
    body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  ).toString('utf8')

const partOf = (content: string, type: string) => {
  const part = new RegExp(
    `Content-Type: ${type}[^\\r]*\\r\\nContent-Transfer-Encoding: ([\\w-]+)\\r\\n\\r\\n([^]*?)\\r\\n--`,
  ).exec(content)
  const [, encoding, body = ''] = part ?? []
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').trim()
  return (encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body).trim()
}

/** Rejects the next `refusals` recipients, and the next `lostAnswers` emails after their content. */
export const startMailServer = async ({ refusesSignIn = false } = {}) => {
  const received: ReceivedMail[] = []
  const state = { refusals: 0, refusalCode: 550, lostAnswers: 0, contentCode: 450 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(_auth, _session, callback) {
      if (refusesSignIn) callback(new Error('Wrong password'))
      else callback(null, { user: 'anyone' })
    },
    onRcptTo(_address, _session, callback) {
      if (state.refusals-- > 0)
        callback(Object.assign(new Error('Try again later'), { responseCode: state.refusalCode }))
      else callback()
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const content = Buffer.concat(parts).toString('utf8')
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          content: content.replace(/=\r\n/g, '').replaceAll('=3D', '='),
          text: partOf(content, 'text/plain'),
          html: partOf(content, 'text/html'),
        })
        if (state.lostAnswers-- > 0)
          callback(Object.assign(new Error('Refused content'), { responseCode: state.contentCode }))
        else callback()
      })
    },
  })
  // Tests break connections on purpose.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    state,
    mailsTo: (email: string) => received.filter((mail) => mail.to.includes(email)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

export const linkIn = (mail: ReceivedMail | undefined): URLSearchParams => {
  const link = /https?:\/\/\S+\/reset-password\?token=[\w-]+&email=[^\s"<]+/.exec(mail?.content ?? '')
  return new URL(link?.[0] ?? 'missing:').searchParams
}
