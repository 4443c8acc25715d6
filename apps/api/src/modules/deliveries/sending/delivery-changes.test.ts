import { describe, expect, it } from 'vitest'
import { giveConsent, startDeliveriesApp, type DeliveriesApp } from '../../../testing/deliveries.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { insertDelivery } from '../deliveries.repository.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

let { app, lab, doctor, mailServer, sendableReport, send, sendDue, handOver, deliveriesOf } =
  {} as DeliveriesApp

const suite = await stopAtEnd(startDeliveriesApp())
;({ app, lab, doctor, mailServer, sendableReport, send, sendDue, handOver, deliveriesOf } = suite)

const resend = (id: number, client = doctor, headers: Record<string, string> = {}) =>
  client.post(`/delivery/resend/${id}`, undefined, { headers })
const revoke = (id: number, client = doctor, headers: Record<string, string> = {}) =>
  client.post(`/delivery/revoke/${id}`, undefined, { headers })

const failedReport = async () => {
  const report = await sendableReport()
  const { id } = (await send(report.reportId)).body.data
  mailServer.state.refusals = 1
  await sendDue()
  const [delivery] = await deliveriesOf(report.reportId)
  expect(delivery).toMatchObject({ id, state: 'failed', failure: 'address-refused' })
  return { ...report, id: id as number }
}
const sentReport = async () => {
  const report = await sendableReport()
  const { id } = (await send(report.reportId)).body.data
  await sendDue()
  return { ...report, id: id as number }
}
const setState = (id: number, state: string) =>
  app.database.execute('update deliveries set state = $2, due_at = null where id = $1', [id, state])
const addSession = (deliveryId: number) =>
  app.database.execute(
    `insert into link_sessions (token_hash, link_id)
     select sha256(id::text::bytea), id from report_links where delivery_id = $1`,
    [deliveryId],
  )
const sessionsOf = (deliveryId: number) =>
  app.database.query(
    'select 1 from link_sessions s join report_links l on l.id = s.link_id where l.delivery_id = $1',
    [deliveryId],
  )

describe('sending a message again', () => {
  it('queues a new message to the current contact [DELIV-12]', async () => {
    const { id, patientId, reportId } = await failedReport()
    await app.database.execute("update patients set email = 'right@mail.test' where id = $1", [patientId])
    const answer = await resend(id)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      purpose: 'report',
      contact: 'right@mail.test',
      state: 'queued',
      requestedBy: { fullName: 'Doctor Person' },
    })
    expect(answer.body.data.id).not.toBe(id)
    await sendDue()
    expect(mailServer.mailsTo('right@mail.test')).toHaveLength(1)
    expect(await deliveriesOf(reportId)).toMatchObject([{ state: 'sent' }, { id, state: 'failed' }])
    expect(
      await app.database.query(
        "select summary from activity_log where action = 'delivery.send' and object_id = $1 and summary like '%again'",
        [reportId],
      ),
    ).toEqual([{ summary: `Asked for message ${id} about report #${reportId} to be sent again` }])
  })

  it('works for an unconfirmed message, once at a time [DELIV-07 DELIV-12]', async () => {
    const { id, reportId, email } = await sentReport()
    await setState(id, 'unconfirmed')
    const key = { 'idempotency-key': `resend-${id}` }
    const answers = await Promise.all([resend(id, doctor, key), resend(id, doctor, key)])
    expect([...answers, await resend(id)].map(({ status }) => status)).toEqual([200, 200, 409])
    await sendDue()
    expect(await deliveriesOf(reportId)).toHaveLength(2)
    expect(mailServer.mailsTo(email)).toHaveLength(2)
  })

  it('fails once the message has arrived, even at another address [RULE-48]', async () => {
    const { id, reportId, patientId } = await failedReport()
    await app.database.execute("update patients set email = 'corrected@mail.test' where id = $1", [patientId])
    expect((await resend(id)).status).toBe(200)
    await sendDue()
    expect((await resend(id)).body.code).toBe('DELIVERY_NOT_RESENDABLE')
    expect(await deliveriesOf(reportId)).toHaveLength(2)
  })

  it('fails for other messages, without consent, and for a withdrawn report [DELIV-12]', async () => {
    const sent = await sentReport()
    expect((await resend(sent.id)).body.code).toBe('DELIVERY_NOT_RESENDABLE')
    const failed = await failedReport()
    await giveConsent(doctor, failed.patientId, { email: false })
    expect((await resend(failed.id)).body.code).toBe('NO_CONSENT')
    await giveConsent(doctor, failed.patientId)
    await withdrawReport(doctor, failed.reportId, { reason: 'wrong-file' })
    expect((await resend(failed.id)).body.code).toBe('REPORT_WITHDRAWN')
    const receptionist = await app.signedIn('Receptionist', lab)
    expect((await resend(failed.id, receptionist)).status).toBe(404)
  })

  it('sends a correction to the contact that received the error [DELIV-10]', async () => {
    const { id, patientId, reportId, email } = await failedReport()
    await app.database.execute("update deliveries set purpose = 'sent-in-error' where id = $1", [id])
    await app.database.execute("update patients set email = 'other@mail.test' where id = $1", [patientId])
    await withdrawReport(doctor, reportId, { reason: 'wrong-patient' })
    const { connectionString, dataDir } = app
    const withoutMail = await startTestApp({ installation: { connectionString, dataDir } })
    try {
      const client = await withoutMail.signedIn('Technician', lab)
      expect((await resend(id, client)).body.code).toBe('MAIL_NOT_SET_UP')
    } finally {
      await withoutMail.stop()
    }
    expect((await resend(id)).body.data).toMatchObject({ purpose: 'sent-in-error', contact: email })
  })
})

describe('ending a link', () => {
  it('ends it with its sessions, once [DELIV-12]', async () => {
    const { id, reportId } = await sentReport()
    await addSession(id)
    expect(await sessionsOf(id)).toHaveLength(1)
    const key = { 'idempotency-key': `revoke-${id}` }
    const answer = await revoke(id, doctor, key)
    expect(answer.status).toBe(200)
    expect(answer.body.data.link).toMatchObject({ revokedAt: expect.any(String), revocation: 'staff' })
    expect((await revoke(id, doctor, key)).body).toEqual(answer.body)
    expect(await sessionsOf(id)).toEqual([])
    const [delivery] = await deliveriesOf(reportId)
    expect(delivery.state).toBe('sent')
    expect(delivery.events[0]).toMatchObject({ kind: 'revoked', by: { fullName: 'Doctor Person' } })
    const again = await revoke(id)
    expect([again.status, again.body.code]).toEqual([409, 'LINK_ALREADY_ENDED'])
    expect(
      await app.database.query(
        "select summary from activity_log where action = 'delivery.revoke' and object_id = $1",
        [reportId],
      ),
    ).toEqual([{ summary: `Ended the link of message ${id} about report #${reportId}` }])
  })

  it('ends a link that was handed over, and is refused for an expired one [DELIV-12]', async () => {
    const { reportId } = await sendableReport()
    const slip = (await handOver(reportId, 'slip')).body.data.delivery.id
    expect((await revoke(slip)).status).toBe(200)
    const copy = (await handOver(reportId, 'copy')).body.data.delivery.id
    await app.database.execute('update report_links set expires_at = now() where delivery_id = $1', [copy])
    expect((await revoke(copy)).body.code).toBe('LINK_ALREADY_ENDED')
  })

  it('cancels a waiting message and the links of its attempts [DELIV-12]', async () => {
    const { reportId, email } = await sendableReport()
    const { id } = (await send(reportId)).body.data
    Object.assign(mailServer.state, { refusals: 1, refusalCode: 450 })
    await sendDue()
    mailServer.state.refusalCode = 550
    expect((await revoke(id)).body.data).toMatchObject({ state: 'canceled', link: { revocation: 'staff' } })
    await suite.makeDue(reportId)
    await sendDue()
    expect(mailServer.mailsTo(email)).toEqual([])
  })

  it('cancels the next attempt of a message that is being sent [DELIV-12]', async () => {
    const { reportId, email } = await sendableReport()
    const { id } = (await send(reportId)).body.data
    Object.assign(mailServer.state, { refusals: 1, refusalCode: 450 })
    await sendDue()
    mailServer.state.refusalCode = 550
    await app.database.execute(
      "update deliveries set state = 'sending', due_at = now() + interval '1 minute' where id = $1",
      [id],
    )
    expect((await revoke(id)).status).toBe(200)
    await app.database.execute("update deliveries set state = 'queued', due_at = now() where id = $1", [id])
    await sendDue()
    expect(await deliveriesOf(reportId)).toMatchObject([{ state: 'canceled', failure: null }])
    expect(mailServer.mailsTo(email)).toEqual([])
  })
})

describe('another lab', () => {
  it('cannot see, resend or end a message [DELIV-12]', async () => {
    const { id, reportId } = await failedReport()
    const outsider = await app.signedIn('Doctor')
    for (const call of [resend, revoke]) {
      const foreign = await call(id, outsider)
      expect(foreign.status).toBe(404)
      expect(foreign.body).toEqual((await call(999_999, outsider)).body)
    }
    const foreign = await outsider.get(`/delivery/getOfReport/${reportId}`)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await outsider.get('/delivery/getOfReport/999999')).body)
    expect(await deliveriesOf(reportId)).toHaveLength(1)
  })
})

it('ends earlier links of the report to the same contact, with their sessions, on renewal [LINK-06]', async () => {
  const { id, reportId, email } = await sentReport()
  await addSession(id)
  const slip = (await handOver(reportId, 'slip')).body.data.delivery.id
  await app.database.transaction((tx) =>
    insertDelivery(tx, {
      reportId,
      labId: lab.id,
      reportVersion: 1,
      channel: 'email',
      purpose: 'renewal',
      contact: email.toUpperCase(),
      delegateId: null,
      language: 'en',
      requestedBy: null,
      state: 'queued',
    }),
  )
  await sendDue()
  expect(await deliveriesOf(reportId)).toMatchObject([
    { purpose: 'renewal', state: 'sent', link: { revokedAt: null } },
    { id: slip, link: { revokedAt: null } },
    { id, link: { revocation: 'renewed' }, events: [{ kind: 'renewed' }, { kind: 'sent' }] },
  ])
  expect(await sessionsOf(id)).toEqual([])
})
