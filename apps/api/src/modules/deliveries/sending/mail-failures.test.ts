import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../platform/logger.ts'
import { startDeliveriesApp } from '../../../testing/deliveries.ts'
import { startFlakyProxy } from '../../../testing/flaky-proxy.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const mailServer = await stopAtEnd(startMailServer())
const line = await stopAtEnd(startFlakyProxy(mailServer.url))
const { app, sendableReport, send, sendDue, makeDue, deliveriesOf } = await stopAtEnd(
  startDeliveriesApp({ smtpUrl: line.origin.replace('http', 'smtp') }),
)

const queuedReport = async () => {
  const report = await sendableReport()
  await send(report.reportId)
  return report
}
const newestOf = async (reportId: number) => {
  const [newest] = await deliveriesOf(reportId)
  return { ...newest, kinds: newest.events.map(({ kind }: { kind: string }) => kind) }
}
const minutesUntilDue = async (reportId: number) => {
  const { minutes } = await app.database.one<{ minutes: number }>(
    'select extract(epoch from due_at - now())::float8 / 60 as minutes from deliveries where report_id = $1',
    [reportId],
  )
  return minutes
}
const isDown = (value: boolean) => {
  line.transforms.toServer = value ? (_, { cut }) => void cut() : undefined
}
const failuresOf = (reportId: number) =>
  app.database.query("select summary from activity_log where action = 'delivery.fail' and object_id = $1", [
    reportId,
  ])

describe('a mail server that is down', () => {
  it('gets attempts until it is back, with a new link and the same Message-ID [DELIV-06]', async () => {
    const { reportId, email } = await queuedReport()
    isDown(true)
    for (const minutes of [1, 5, 30]) {
      await sendDue()
      expect(await minutesUntilDue(reportId)).toBeCloseTo(minutes, 0)
      await sendDue()
      await makeDue(reportId)
    }
    isDown(false)
    await sendDue()
    const delivery = await newestOf(reportId)
    expect(delivery).toMatchObject({ state: 'sent', failure: null })
    expect(delivery.kinds).toEqual(['sent', 'retried', 'retried', 'retried'])
    expect(mailServer.mailsTo(email)).toHaveLength(1)
    expect(mailServer.mailsTo(email)[0]?.content).toContain(`<delivery-${delivery.id}@`)
    const links = await app.database.query<{ live: boolean }>(
      'select revoked_at is null as live from report_links where delivery_id = $1',
      [delivery.id],
    )
    expect(links).toEqual(Array(4).fill({ live: true }))
  })

  it('ends as not reached after a day, with the reason [DELIV-06]', async () => {
    const { reportId } = await queuedReport()
    isDown(true)
    for (const minutes of [1, 5, 30, 120, 480, 24 * 60]) {
      await sendDue()
      expect(await minutesUntilDue(reportId)).toBeCloseTo(minutes, 0)
      await makeDue(reportId)
    }
    await app.database.execute(
      "update deliveries set created_at = now() - interval '25 hours' where report_id = $1",
      [reportId],
    )
    await sendDue()
    isDown(false)
    expect(await newestOf(reportId)).toMatchObject({ state: 'failed', failure: 'mail-server' })
    expect(await failuresOf(reportId)).toHaveLength(1)
    await sendDue()
    expect(await newestOf(reportId)).toMatchObject({ state: 'failed' })
  })
})

describe('a mail server that answers', () => {
  it('gets another attempt after a temporary refusal [DELIV-06]', async () => {
    const { reportId } = await queuedReport()
    Object.assign(mailServer.state, { refusals: 1, refusalCode: 450 })
    await sendDue()
    expect(await newestOf(reportId)).toMatchObject({ state: 'queued', kinds: ['retried'] })
    await makeDue(reportId)
    await sendDue()
    expect(await newestOf(reportId)).toMatchObject({ state: 'sent' })
  })

  it('fails the message at once with a permanent refusal of the address [DELIV-06]', async () => {
    const { reportId } = await queuedReport()
    Object.assign(mailServer.state, { refusals: 1, refusalCode: 550 })
    await sendDue()
    const delivery = await newestOf(reportId)
    expect(delivery).toMatchObject({ state: 'failed', failure: 'address-refused', kinds: ['failed'] })
    expect(await failuresOf(reportId)).toEqual([
      {
        summary: `Message ${delivery.id} about report #${reportId} was not delivered: the mail server refused the address`,
      },
    ])
  })

  it('gets another attempt after a refusal of the content [DELIV-06]', async () => {
    const { reportId } = await queuedReport()
    mailServer.state.lostAnswers = 1
    await sendDue()
    expect(await newestOf(reportId)).toMatchObject({ state: 'queued', kinds: ['retried'] })
    await makeDue(reportId)
    await sendDue()
  })

  it('fails the message at once with a permanent refusal of the content [DELIV-42]', async () => {
    const { reportId } = await queuedReport()
    Object.assign(mailServer.state, { lostAnswers: 1, contentCode: 554 })
    await sendDue()
    expect(await newestOf(reportId)).toMatchObject({
      state: 'failed',
      failure: 'message-refused',
      kinds: ['failed'],
    })
    mailServer.state.contentCode = 450
  })

  it('leaves the message unconfirmed and gets it once after the connection is lost [DELIV-07]', async () => {
    const { reportId, email } = await queuedReport()
    line.transforms.toClient = (chunk, { cut }) => {
      if (!chunk.toString().includes('OK: message')) return chunk
      cut()
      return undefined
    }
    await sendDue()
    line.transforms.toClient = undefined
    expect(await newestOf(reportId)).toMatchObject({
      state: 'unconfirmed',
      failure: 'stopped-while-sending',
      kinds: ['unconfirmed'],
    })
    await sendDue()
    expect(mailServer.mailsTo(email)).toHaveLength(1)
  })
})

it('messages wait while no mail server is set up any more, with one line an hour [DELIV-06 DELIV-70]', async () => {
  const reports = [await queuedReport(), await queuedReport(), await queuedReport()]
  const { connectionString, dataDir } = app
  let now = new Date()
  const lines: string[] = []
  const other = await startTestApp({
    installation: { connectionString, dataDir },
    clock: { now: () => now },
    logger: createLogger(
      'error',
      new Writable({ write: (line, _, done) => void (lines.push(`${line}`), done()) }),
    ),
  })
  const attempt = async () => {
    for (const { reportId } of reports) await makeDue(reportId)
    await other.services.deliveryWorker.run()
  }
  try {
    await attempt()
    await attempt()
    expect(lines).toEqual([expect.stringContaining('No mail server is set up')])
    for (const { reportId } of reports)
      expect(await newestOf(reportId)).toMatchObject({ state: 'queued', kinds: ['retried', 'retried'] })
    now = new Date(now.getTime() + 60 * 60_000)
    await attempt()
    expect(lines).toHaveLength(2)
  } finally {
    await other.stop()
  }
})
