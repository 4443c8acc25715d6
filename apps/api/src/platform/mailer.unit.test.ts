import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { startFlakyProxy } from '../testing/flaky-proxy.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { createMailer, refusedForGood, UnconfirmedMailError } from './mailer.ts'

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

it('distinguishes a refused address, a refused email and an unknown outcome', async () => {
  const server = await startMailServer()
  const line = await startFlakyProxy(server.url)
  const mailer = createMailer({
    smtpUrl: line.origin.replace('http', 'smtp'),
    from: 'no-reply@zelab.test',
    outbox: '',
  })
  const failure = () =>
    mailer.send({ id: 'job-2', ...MAIL }).then(
      () => undefined,
      (error: unknown) => error,
    )
  const cutAt = (answer: string) => {
    line.transforms.toClient = (chunk, { cut }) => {
      if (!chunk.toString().includes(answer)) return chunk
      cut()
      return undefined
    }
  }
  try {
    server.state.refusals = 1
    expect(refusedForGood(await failure())).toBe('address')
    Object.assign(server.state, { refusals: 1, refusalCode: 450 })
    expect(refusedForGood(await failure())).toBeUndefined()
    server.state.lostAnswers = 1
    const refused = await failure()
    expect(refused).toBeInstanceOf(Error)
    expect(refused).not.toBeInstanceOf(UnconfirmedMailError)
    expect(refusedForGood(refused)).toBeUndefined()
    for (const contentCode of [552, 554]) {
      Object.assign(server.state, { lostAnswers: 1, contentCode })
      expect(refusedForGood(await failure())).toBe('message')
    }
    // Before the response to DATA, no content has been sent.
    cutAt('354')
    const cutEarly = await failure()
    expect(cutEarly).toBeInstanceOf(Error)
    expect(cutEarly).not.toBeInstanceOf(UnconfirmedMailError)
    cutAt('OK: message')
    expect(await failure()).toBeInstanceOf(UnconfirmedMailError)
  } finally {
    await line.stop()
    await server.stop()
  }
})
