import { beforeAll, describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { startDeliveriesApp } from '../../testing/deliveries.ts'
import { storeClient } from '../../testing/integrations.ts'
import { stopAtEnd } from '../../testing/stop-at-end.ts'
import { HELD_TASKS } from './held-tasks.ts'
import { createRecoveryWatch } from './recovery-watch.ts'

const suite = await stopAtEnd(startDeliveriesApp())
const { app, admin, doctor, lab, mailServer } = suite

/** Queued rows of messages stay out of the queue. */
const ROWS_ARE_HELD = ['send-deliveries', 'send-sms-deliveries', 'escalate-critical-results']

describe('a job that sends', () => {
  it('waits by its kind, pauses, or reads rows that are held [RESTORE-50]', () => {
    const jobs = app.modules.flatMap((module) => Object.entries(module.jobs ?? {}))
    const undecided = jobs.filter(
      ([task, { kind, at, isNotice }]) =>
        (kind === 'messages' || kind === 'sms') &&
        !ROWS_ARE_HELD.includes(task) &&
        (at === undefined ? HELD_TASKS[task] === undefined : !isNotice),
    )
    expect(undecided.map(([task]) => task)).toEqual([])
    expect(Object.keys(HELD_TASKS).filter((task) => !jobs.some(([known]) => known === task))).toEqual([])
  })
})

describe('a database that was recovered to an earlier moment', () => {
  let stored = 0
  const watch = createRecoveryWatch({
    database: app.database,
    reportFailure: () => {},
    pulse: { read: async () => stored, write: async (value) => void (stored = value), close() {} },
  })
  const held = async () =>
    sure(await admin.get('/backup/getHeldSendings')) as { kind: string; waiting: number }[]
  const decide = (kind: string, choice: string, client = admin) =>
    client.post('/backup/decideHeldSendings', { kind, choice })
  const jobs = async (task: string) =>
    (await app.database.query('select 1 from graphile_worker.jobs where task_identifier = $1', [task])).length
  const recover = async () => {
    const before = stored
    await watch.run()
    await watch.run()
    await app.database.execute('update installation set pulse = $1', [before])
    await watch.run()
  }

  beforeAll(async () => {
    await app.database.execute('insert into installation default values on conflict do nothing')
    const { user } = await app.signedIn('Admin')
    await storeClient(app, { labId: lab.id, createdBy: user.id })
  })

  it('holds nothing while the counter grows, also after a process that stopped in between [RESTORE-51]', async () => {
    await watch.run()
    await watch.run()
    await app.database.execute('update installation set pulse = pulse - 1')
    await watch.check()
    expect(stored).toBe(2)
    expect(await held()).toEqual([])
  })

  it('sends nothing that waited before an Admin decides [RESTORE-51]', async () => {
    const { reportId, email } = await suite.sendableReport()
    sure(await suite.send(reportId))
    const invited = { name: 'Noura Saleh', email: 'noura@mail.test', phone: '+971501234999' }
    sure(await admin.post('/user/invite', { ...invited, userTypeId: 4, labId: lab.id }))
    await recover()
    await recover()
    expect(await held()).toMatchObject([
      { kind: 'account-mails', waiting: 1 },
      { kind: 'patient-messages', waiting: 1 },
      { kind: 'staff-notices', waiting: 0 },
    ])
    await suite.makeDue(reportId)
    await suite.sendDue()
    expect(mailServer.mailsTo(email)).toEqual([])
    expect(await jobs('send-invitation')).toBe(0)
    expect(await app.database.query("select pause_cause from integrations where state <> 'ended'")).toEqual([
      { pause_cause: 'restored' },
    ])
    expect((await suite.deliveriesOf(reportId))[0]).toMatchObject({ state: 'held', hold: 'restored' })
    const log = sure(await admin.get('/activity/getAll?action=backup.restore&limit=1'))
    expect(log[0].summary).toContain('recovered to an earlier moment')

    // New messages are sent.
    const other = await suite.sendableReport()
    sure(await suite.send(other.reportId))
    await suite.sendDue()
    expect(mailServer.mailsTo(other.email)).toHaveLength(1)

    expect((await decide('patient-messages', 'send', doctor)).status).toBe(403)
    const answers = await Promise.all([
      decide('patient-messages', 'send'),
      decide('patient-messages', 'send'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await suite.sendDue()
    expect(mailServer.mailsTo(email)).toHaveLength(1)
    sure(await decide('account-mails', 'send'))
    expect(await jobs('send-invitation')).toBe(1)
    sure(await decide('staff-notices', 'discard'))
    expect(await held()).toEqual([])
  })

  it('never sends what the Admin discards [RESTORE-52]', async () => {
    const { reportId, email } = await suite.sendableReport()
    sure(await suite.send(reportId))
    await recover()
    expect((await held()).map(({ kind }) => kind)).toContain('patient-messages')
    for (const { kind } of await held()) sure(await decide(kind, 'discard'))
    await suite.sendDue()
    expect(mailServer.mailsTo(email)).toEqual([])
    expect((await suite.deliveriesOf(reportId))[0]).toMatchObject({ state: 'canceled', hold: null })
    expect(await app.database.query('select 1 from held_jobs')).toEqual([])
  })
})
