import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFlakyProxy, type FlakyProxy } from '../testing/flaky-proxy.ts'
import { startLinkApp, type LinkApp } from '../testing/link-client.ts'
import { linkIn, startMailServer, type MailServer } from '../testing/mail-server.ts'

let mailServer: MailServer
let line: FlakyProxy
let links: LinkApp
beforeAll(async () => {
  mailServer = await startMailServer()
  line = await startFlakyProxy(mailServer.url)
  links = await startLinkApp({ smtpUrl: line.origin.replace('http', 'smtp') })
})
afterAll(async () => {
  await links.app.stop()
  await line.stop()
  await mailServer.stop()
})

let jobs = 0
const newJob = () => `job-${(jobs += 1)}`

interface JobMail {
  email: string
  send: (jobId: string) => Promise<void>
}

const newUser = () => links.app.createUser('Doctor', links.lab)
const codeMail = async (): Promise<JobMail> => {
  const email = `code${(jobs += 1)}@mail.test`
  const { link } = await links.makeLink({ email })
  const { id: linkId } = await links.rowOf(link)
  const { id: codeId } = await links.app.database.one<{ id: number }>(
    'insert into link_codes (link_id) values ($1) returning id::integer',
    [linkId],
  )
  return { email, send: (jobId) => links.app.services.links.codes.send({ codeId }, jobId) }
}

const KINDS: Record<string, () => Promise<JobMail>> = {
  'a password reset': async () => {
    const { email } = await newUser()
    return { email, send: (jobId) => links.app.services.passwordResets.send({ email }, jobId) }
  },
  'an invitation': async () => {
    const { id: userId, email } = await newUser()
    await links.app.database.execute('update users set is_invited = true where id = $1', [userId])
    return { email, send: (jobId) => links.app.services.passwordResets.sendInvitation({ userId }, jobId) }
  },
  'a notice about an account': async () => {
    const { id: userId, email } = await newUser()
    const job = { userId, notice: 'password-changed' } as const
    return { email, send: (jobId) => links.app.services.accountNotices.send(job, jobId) }
  },
  'a code': codeMail,
}

const entriesAbout = async (email: string) => {
  const rows = await links.app.database.query<{ summary: string }>(
    `select a.summary from activity_log a join users u on a.object_type = 'user' and a.object_id = u.id
      where a.action = 'mail.send' and u.email = $1`,
    [email],
  )
  return rows.map(({ summary }) => summary)
}

describe.each(Object.entries(KINDS))('%s', (_, create) => {
  it('goes out once by a job that runs again [PROC-30]', async () => {
    const { email, send } = await create()
    const jobId = newJob()
    for (let runs = 0; runs < 3; runs += 1) await send(jobId)
    expect(mailServer.mailsTo(email)).toHaveLength(1)
  })

  it('goes out once when the connection was lost before the answer [PROC-30]', async () => {
    const { email, send } = await create()
    const jobId = newJob()
    line.transforms.toClient = (chunk, { cut }) => {
      if (!chunk.toString().includes('OK: message')) return chunk
      cut()
      return undefined
    }
    await expect(send(jobId)).rejects.toThrow('did not confirm')
    line.transforms.toClient = undefined
    for (let runs = 0; runs < 2; runs += 1) await send(jobId)
    expect(mailServer.mailsTo(email)).toHaveLength(1)
    if (create !== codeMail)
      expect(await entriesAbout(email)).toEqual([expect.stringMatching(/did not confirm it$/)])
  })

  it('goes out with the next attempt after a refusal or without a connection [PROC-30]', async () => {
    const { email, send } = await create()
    const jobId = newJob()
    Object.assign(mailServer.state, { refusals: 1, refusalCode: 450 })
    await expect(send(jobId)).rejects.toThrow()
    line.transforms.toServer = (_chunk, { cut }) => void cut()
    await expect(send(jobId)).rejects.toThrow()
    line.transforms.toServer = undefined
    expect(await entriesAbout(email)).toEqual([])
    await send(jobId)
    expect(mailServer.mailsTo(email)).toHaveLength(1)
    if (create !== codeMail) expect(await entriesAbout(email)).toEqual([expect.stringMatching(/^Mailed a/)])
  })
})

it('keeps a mailed link valid after the job ran again [PROC-30]', async () => {
  const { email } = await newUser()
  const jobId = newJob()
  for (let runs = 0; runs < 2; runs += 1) await links.app.services.passwordResets.send({ email }, jobId)
  const answer = await links.app.client().post('/auth/reset-password', {
    ...Object.fromEntries(linkIn(mailServer.mailsTo(email)[0]) ?? []),
    ...{ password: 'brand new passphrase', confirmPassword: 'brand new passphrase' },
  })
  expect(answer.status).toBe(200)
})

it('forgets what is long past [PROC-30]', async () => {
  const { database, services } = links.app
  await database.execute(
    `insert into sent_messages (id, started_at) select 'old-' || n, now() - interval '31 days' from generate_series(1, 1500) n`,
  )
  await services.idempotency.removeOld()
  expect(await database.query("select 1 from sent_messages where id like 'old-%'")).toEqual([])
  expect(await database.query('select 1 from sent_messages')).not.toEqual([])
})
