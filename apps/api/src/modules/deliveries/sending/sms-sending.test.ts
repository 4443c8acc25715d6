import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSmsGateway } from '../../../platform/create-sms-gateway.ts'
import { insertDelegate } from '../../../testing/delegates.ts'
import { startDeliveriesApp } from '../../../testing/deliveries.ts'
import { LinkClient } from '../../../testing/link-client.ts'
import { startSmsServer } from '../../../testing/sms-server.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const SECRET = 'a-secret-of-the-gateway-with-40-letters!'

const gateway = await stopAtEnd(startSmsServer())
const suite = await stopAtEnd(
  startDeliveriesApp({
    withJobs: true,
    smsReceiptSecret: SECRET,
    smsGateway: createSmsGateway({
      url: gateway.url,
      headers: { authorization: 'Bearer key' },
      body: '{"to":{to},"text":{text},"from":{sender},"id":{id}}'.replace(
        /\{(to|text|sender|id)\}/g,
        '"{$1}"',
      ),
    }),
  }),
)
const { app, lab, doctor, type, sendDue, deliveriesOf } = suite

beforeEach(async () => {
  Object.assign(gateway.state, { status: 200, mishap: 'none' })
  await app.database.execute('delete from rate_limits')
})

const smsReport = async (fields: Record<string, unknown> = {}) => {
  const patientId = await registerPatient(doctor, { dob: '1990-03-04', ...fields })
  await doctor.put(`/patient/updateDelivery/${patientId}`, { language: 'en', consents: { sms: true } })
  const { phone } = (await doctor.get(`/patient/getById/${patientId}`)).body.data
  const { id: reportId } = await publishReport(doctor, patientId, type)
  return { patientId, reportId, phone: phone.number as string }
}
const send = (reportId: number) =>
  doctor.post(`/delivery/send/${reportId}`, { channel: 'sms', language: 'en' })
const textsTo = (phone: string) => gateway.messagesTo(phone).map(({ text }) => text ?? '')
const receipt = async (id: string, status: string) => {
  const body = JSON.stringify({ id, status })
  const answer = await fetch(`${app.origin}/api/v1/delivery/receipt`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-signature': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    },
  })
  expect(answer.status).toBe(200)
}
const stateOf = async (reportId: number) => {
  const [delivery] = await deliveriesOf(reportId)
  return delivery as { id: number; state: string; failure: string | null; deliveredAt: string | null }
}
const retried = async (reportId: number) => {
  await sendDue()
  await expect
    .poll(async () =>
      (await deliveriesOf(reportId))[0].events.some(({ kind }: { kind: string }) => kind === 'retried'),
    )
    .toBe(true)
}
const settled = async (reportId: number, state: string) => {
  await sendDue()
  await expect.poll(async () => (await stateOf(reportId)).state).toBe(state)
  return stateOf(reportId)
}

describe('a report by SMS', () => {
  it('goes to the number in the record once, with the lab as its sender, and is only accepted [SMS-20]', async () => {
    const { reportId, phone } = await smsReport()
    const answer = await send(reportId)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { id, deliveredAt } = await settled(reportId, 'sent')
    expect(deliveredAt).toBeNull()
    expect(gateway.messagesTo(phone)).toEqual([
      {
        to: phone,
        from: 'Harbour Lab',
        id: `delivery-${id}`,
        text: expect.stringMatching(
          /^Harbour Lab: a document is ready\. http:\/\/reports\.test\/r\/[1-9A-Za-z]{22} Until .* \+97141234567$/,
        ),
      },
    ])
    await receipt(`delivery-${id}`, 'delivered')
    expect(await stateOf(reportId)).toMatchObject({ state: 'sent', deliveredAt: expect.any(String) })
  })

  it('fails without consent, and is canceled when it is withdrawn [SMS-20 DELIV-02]', async () => {
    const { reportId, patientId, phone } = await smsReport()
    await app.database.execute('delete from patient_consents where patient_id = $1', [patientId])
    expect((await send(reportId)).body.code).toBe('NO_CONSENT')
    await doctor.put(`/patient/updateDelivery/${patientId}`, { consents: { sms: true } })
    gateway.state.status = 503
    await send(reportId)
    await retried(reportId)
    await doctor.put(`/patient/updateDelivery/${patientId}`, { consents: { sms: false } })
    expect(await stateOf(reportId)).toMatchObject({ state: 'canceled', failure: 'no-consent' })
    gateway.state.status = 200
    await suite.makeDue(reportId)
    await sendDue()
    expect(textsTo(phone)).toHaveLength(1)
  })

  it('goes out again after a refusal to work, not after a refused number [SMS-20]', async () => {
    const busy = await smsReport()
    gateway.state.status = 503
    await send(busy.reportId)
    await retried(busy.reportId)
    gateway.state.status = 422
    const refused = await smsReport()
    await send(refused.reportId)
    expect(await settled(refused.reportId, 'failed')).toMatchObject({ failure: 'number-refused' })
    gateway.state.status = 200
    await suite.makeDue(busy.reportId)
    await settled(busy.reportId, 'sent')
    expect(textsTo(busy.phone)).toHaveLength(2)
    expect(textsTo(refused.phone)).toHaveLength(1)
  })

  it.each(['reset', 'lost-answer'] as const)(
    'stays unconfirmed and is not repeated automatically after a lost answer: %s [SMS-20 DELIV-07]',
    async (mishap) => {
      const { reportId, phone } = await smsReport()
      gateway.state.mishap = mishap
      await send(reportId)
      expect(await settled(reportId, 'unconfirmed')).toMatchObject({ failure: 'stopped-while-sending' })
      gateway.state.mishap = 'none'
      await sendDue()
      expect(textsTo(phone)).toHaveLength(1)
      const { id } = await stateOf(reportId)
      expect((await doctor.post(`/delivery/resend/${id}`)).status).toBe(200)
      await settled(reportId, 'sent')
      expect(textsTo(phone)).toHaveLength(2)
    },
  )

  it('goes out once by two processes at once [SMS-20 DELIV-07]', async () => {
    const { connectionString, dataDir } = app
    const other = await startTestApp({
      installation: { connectionString, dataDir },
      smsGateway: createSmsGateway({ url: gateway.url, headers: {}, body: '{"to":"{to}","text":"{text}"}' }),
    })
    try {
      const { reportId, phone } = await smsReport()
      await send(reportId)
      await Promise.all([sendDue(), other.services.deliveryWorker.runSms()])
      await settled(reportId, 'sent')
      expect(textsTo(phone)).toHaveLength(1)
    } finally {
      await other.stop()
    }
  })
})

describe('a receipt that overtakes the answer of the gateway', () => {
  it('stays, and the message is not recorded as sent afterwards [SMS-06]', async () => {
    const { reportId, phone } = await smsReport()
    gateway.state.beforeAnswer = async (body) => {
      const { id } = JSON.parse(body) as { id: string }
      await receipt(id, 'failed')
    }
    try {
      await send(reportId)
      await settled(reportId, 'failed')
      await app.services.deliveryWorker.runSms()
    } finally {
      gateway.state.beforeAnswer = undefined
    }
    expect(textsTo(phone)).toHaveLength(1)
    const [delivery] = await deliveriesOf(reportId)
    expect(delivery).toMatchObject({ state: 'failed', failure: 'not-delivered', sentAt: null })
    expect(delivery.events.map(({ kind }: { kind: string }) => kind)).toEqual(['failed'])
  })
})

describe('a report of the wrong patient that was sent by SMS', () => {
  it('leads to a request by SMS to delete it [SMS-21 DELIV-10]', async () => {
    const { reportId, phone } = await smsReport()
    await send(reportId)
    await settled(reportId, 'sent')
    await withdrawReport(doctor, reportId, { reason: 'wrong-patient' })
    const { sentInError } = (await doctor.get(`/delivery/getOfReport/${reportId}`)).body
    expect(sentInError).toEqual({ recipients: 1, confirmed: null })
    expect((await doctor.post(`/delivery/confirmSentInError/${reportId}`)).status).toBe(200)
    await sendDue()
    await expect.poll(() => textsTo(phone).length).toBe(2)
    expect(textsTo(phone)[1]).toMatch(/^Harbour Lab: a document was sent to you in error\. /)
  })
})

describe('what follows a link that came by SMS', () => {
  const linkTo = (phone: string) =>
    new LinkClient(app, /\/r\/([1-9A-Za-z]{22})/.exec(textsTo(phone).at(-1) ?? '')?.[1] ?? '')

  it('includes a code by SMS on another device, and a new link by SMS [SMS-21 LINK-05 LINK-06]', async () => {
    const { reportId, patientId, phone } = await smsReport()
    // Adds consent to email, so that a code follows the link.
    await doctor.put(`/patient/updateDelivery/${patientId}`, { consents: { email: true } })
    await send(reportId)
    await settled(reportId, 'sent')
    await linkTo(phone).identify('1990-03-04')
    const second = linkTo(phone)
    const page = await second.follow(await second.identify('1990-03-04'))
    expect(page.status).toBe(303)
    const codePage = await second.get('/code')
    expect(codePage.html).toContain(`+•••${phone.slice(-2)}`)
    expect(codePage.html).not.toContain(phone)
    await second.post('/send-code')
    await expect.poll(() => textsTo(phone).length).toBe(2)
    expect(textsTo(phone)[1]).toMatch(/^Harbour Lab: your code is \d{6}\. It works for 10 minutes\.$/)
    const code = /\d{6}/.exec(textsTo(phone)[1] ?? '')?.[0] ?? ''
    expect((await second.follow(await second.post('/code', { code }))).html).toContain('Blood count')

    await app.database.execute("update report_links set expires_at = now() - interval '1 minute'")
    await second.get()
    await second.post('/renew')
    await expect.poll(() => textsTo(phone).length).toBe(3)
    expect(textsTo(phone)[2]).toMatch(/^Harbour Lab: here is your new link\. http/)
  })

  it('includes a correction by SMS [SMS-21 DELIV-09]', async () => {
    const { reportId, patientId, phone } = await smsReport()
    await send(reportId)
    await settled(reportId, 'sent')
    const answer = await doctor.put(`/report/update/${reportId}`, {
      title: 'Blood count',
      reportTypeId: type,
      patientId,
      fileUrl: await uploadFile(doctor),
      reason: 'wrong-result',
    })
    expect(answer.status).toBe(200)
    await sendDue()
    await expect.poll(() => textsTo(phone).length).toBe(2)
    expect(textsTo(phone)[1]).toMatch(/^Harbour Lab: a document was corrected\. http/)
  })

  it('includes an automatic SMS for those without a mail address [SMS-21 DELIV-14]', async () => {
    await app.database.execute(
      `insert into lab_delivery_settings (lab_id, is_automatic, quiet_from_hour, quiet_until_hour, sender_name)
         values ($1, true, 0, 0, 'HarbourLab')`,
      [lab.id],
    )
    try {
      const { reportId, phone, patientId } = await smsReport({ email: '' })
      await insertDelegate(app.database, patientId, { by: 1, kind: 'delegate' })
      await sendDue()
      await expect.poll(() => textsTo(phone).length).toBe(1)
      expect(gateway.messagesTo(phone)[0]?.from).toBe('HarbourLab')
      expect(await deliveriesOf(reportId)).toMatchObject([{ channel: 'sms', purpose: 'report' }])
    } finally {
      await app.database.execute('delete from lab_delivery_settings where lab_id = $1', [lab.id])
    }
  })
})
