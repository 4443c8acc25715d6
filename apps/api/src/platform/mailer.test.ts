import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createMailer } from './mailer.ts'

const MAIL = { to: 'doctor@zelab.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

it('gives up on a mail server that accepts the connection but never answers', async () => {
  const callers: Socket[] = []
  const mute = createServer((socket) => callers.push(socket))
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as AddressInfo
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'no-reply@zelab.test',
    outbox: '',
    timeoutMs: 300,
  })
  await expect(mailer.send({ id: 'job-1', ...MAIL })).rejects.toThrow(/timeout|greeting/i)
  for (const caller of callers) caller.destroy()
  mute.close()
})
