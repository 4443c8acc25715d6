import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  /** The content as sent, without the soft line breaks. */
  content: string
}

/**
 * A mail server in this process. It rejects the next `refusals` emails and accepts the next `lostAnswers` without
 * answering.
 */
export const startMailServer = async ({ refusesSignIn = false } = {}) => {
  const received: ReceivedMail[] = []
  const state = { refusals: 0, lostAnswers: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(_auth, _session, callback) {
      if (refusesSignIn) callback(new Error('Wrong password'))
      else callback(null, { user: 'anyone' })
    },
    onRcptTo(_address, _session, callback) {
      if (state.refusals-- > 0) callback(new Error('Try again later'))
      else callback()
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          content: Buffer.concat(parts).toString('utf8').replace(/=\r\n/g, '').replaceAll('=3D', '='),
        })
        if (state.lostAnswers-- > 0) callback(new Error('Accepted, but the answer is lost'))
        else callback()
      })
    },
  })
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

/** The query parameters of the link in an email. */
export const linkIn = (mail: ReceivedMail | undefined): URLSearchParams => {
  const link = /https?:\/\/\S+\/reset-password\?token=[\w-]+&email=[^\s"<]+/.exec(mail?.content ?? '')
  return new URL(link?.[0] ?? 'missing:').searchParams
}
