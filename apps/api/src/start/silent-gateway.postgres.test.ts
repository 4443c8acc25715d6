import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSmsGateway } from '../platform/create-sms-gateway.ts'
import { useCritical } from '../testing/critical.ts'
import { startDeliveriesApp, type DeliveriesApp } from '../testing/deliveries.ts'
import { startSmsServer } from '../testing/sms-server.ts'
import { publishReport, registerPatient } from '../testing/test-records.ts'

/** More than there are places for SMS. */
const MESSAGES = 8
const MINUTE_MS = 60_000

let now = new Date()
let gateway: Awaited<ReturnType<typeof startSmsServer>>
let suite: DeliveriesApp
beforeAll(async () => {
  gateway = await startSmsServer()
  gateway.state.mishap = 'hang'
  suite = await startDeliveriesApp({
    withJobs: true,
    clock: { now: () => now },
    smsGateway: createSmsGateway({
      ...{ url: gateway.url, headers: {}, body: '{"to":"{to}","text":"{text}"}' },
    }),
  })
})
afterAll(async () => {
  await gateway.stop()
  await suite.stop()
})

it('sends mail without delay while an SMS gateway never answers [PROC-31]', async () => {
  const { app, lab, doctor, admin, type, mailServer, sendableReport, send } = suite
  const colleague = await app.signedIn('Doctor', lab)
  await useCritical(admin, lab.id)
  const reports: number[] = []
  for (let count = 0; count < MESSAGES; count += 1) {
    const patientId = await registerPatient(doctor)
    await doctor.put(`/patient/updateDelivery/${patientId}`, { language: 'en', consents: { sms: true } })
    reports.push((await publishReport(doctor, patientId, type)).id)
  }
  for (const id of reports)
    expect((await doctor.post(`/delivery/send/${id}`, { channel: 'sms', language: 'en' })).status).toBe(200)
  for (let count = 0; count < MESSAGES; count += 1)
    await publishReport(doctor, await registerPatient(doctor), type, { isCritical: true })
  now = new Date(now.getTime() + 31 * MINUTE_MS)
  await app.services.escalation.run()
  await expect.poll(() => gateway.received.length).toBeGreaterThan(2)

  const { reportId, email } = await sendableReport()
  await send(reportId)
  const { email: forgetful } = await app.createUser('Doctor')
  await app.client().post('/auth/forgot-password', { email: forgetful })
  const asked = gateway.received.length
  const mailed = () => [forgetful, email, colleague.user.email].map((to) => mailServer.mailsTo(to).length)
  await expect.poll(mailed).toEqual([1, 1, MESSAGES])
  // Every place for SMS waits 15 seconds for each answer.
  expect(gateway.received.length - asked).toBeLessThan(MESSAGES)
  const waiting = await app.database.query(
    "select 1 from deliveries where channel = 'sms' and state in ('queued', 'sending')",
  )
  expect(waiting).not.toEqual([])
})
