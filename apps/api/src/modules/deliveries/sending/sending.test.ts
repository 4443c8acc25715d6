import { REFUSAL } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { giveConsent, startDeliveriesApp } from '../../../testing/deliveries.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'

const { app, lab, doctor, type, sendableReport, send, handOver, deliveriesOf } =
  await stopAtEnd(startDeliveriesApp())

const optionsOf = async (reportId: number) => (await doctor.get(`/delivery/getOptions/${reportId}`)).body.data

const twoPatients = async (reportTypeId: number) => {
  const shared = { email: `family${reportTypeId}@mail.test`, phone: `+97155${1_000_000 + reportTypeId}` }
  const reportOf = async (fullName: string, email: string) => {
    const patientId = await registerPatient(doctor, {
      ...shared,
      fullName,
      email,
      dob: '2001-02-03',
    })
    await giveConsent(doctor, patientId)
    return (await publishReport(doctor, patientId, reportTypeId)).id
  }
  return [
    await reportOf('Amal Nasser', shared.email),
    await reportOf('Bader Nasser', shared.email.toUpperCase()),
  ] as const
}

describe('the options of sending a report', () => {
  it('name contacts, consents and the exact text that is sent [DELIV-04]', async () => {
    const { reportId, patientId, email, phone } = await sendableReport()
    await giveConsent(doctor, patientId, { language: 'ar', whatsapp: false })
    const options = await optionsOf(reportId)
    expect(options).toEqual({
      patient: { id: patientId, fullName: 'Layla Haddad' },
      language: 'ar',
      lab: { name: 'Harbour Lab', phone: '+97141234567', slipPaper: 'a4' },
      texts: { en: expect.any(String), ar: expect.any(String) },
      isSensitive: false,
      hold: null,
      email: { contact: email, hasConsent: true, isShared: false, refusal: null, refusalText: null },
      whatsapp: {
        contact: phone,
        hasConsent: false,
        isShared: false,
        refusal: 'NO_CONSENT',
        refusalText: REFUSAL.NO_CONSENT,
      },
      sms: {
        contact: phone,
        hasConsent: false,
        isShared: false,
        refusal: 'SMS_NOT_SET_UP',
        refusalText: REFUSAL.SMS_NOT_SET_UP,
      },
      delegates: [],
    })
    for (const language of ['en', 'ar'] as const) {
      const { text } = (await handOver(reportId, 'copy', language)).body.data
      expect(options.texts[language]).toBe(text.replace(/[1-9A-Za-z]{22}/, '…'))
    }
    await app.services.activity.flush()
    expect(
      await app.database.query(
        "select summary from activity_log where action = 'patient.view' and object_id = $1",
        [patientId],
      ),
    ).toContainEqual({ summary: `Looked at how report #${reportId} can be sent to patient ZL-${patientId}` })
  })

  it('say why nothing can be sent [DELIV-02]', async () => {
    const patientId = await registerPatient(doctor, { email: '' })
    const { id } = await publishReport(doctor, patientId, type)
    expect(await optionsOf(id)).toMatchObject({
      email: { contact: null, refusal: 'NO_CONTACT' },
      whatsapp: { refusal: 'NO_CONSENT' },
    })
    await doctor.delete(`/report/deleteById/${id}`)
    const withdrawn = await doctor.get(`/delivery/getOptions/${id}`)
    expect([withdrawn.status, withdrawn.body.code]).toEqual([409, 'REPORT_WITHDRAWN'])
    const outsider = await app.signedIn('Doctor')
    expect((await outsider.get(`/delivery/getOptions/${id}`)).status).toBe(404)
  })

  it('refuse email without a mail server [DELIV-04]', async () => {
    const without = await startTestApp()
    try {
      const client = await without.signedIn('Doctor')
      const patientId = await registerPatient(client)
      await giveConsent(client, patientId)
      const { id } = await publishReport(client, patientId, await addReportType(client))
      const options = (await client.get(`/delivery/getOptions/${id}`)).body.data
      expect(options.email.refusal).toBe('MAIL_NOT_SET_UP')
      const answer = await send(id, client)
      expect([answer.status, answer.body.code]).toEqual([409, 'MAIL_NOT_SET_UP'])
      expect(await without.database.query('select 1 from deliveries')).toEqual([])
    } finally {
      await without.stop()
    }
  })
})

describe('sending a report', () => {
  it('queues an email to the contact of the record [DELIV-04]', async () => {
    const { reportId, patientId, email } = await sendableReport()
    const answer = await send(reportId)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      report: { id: reportId },
      channel: 'email',
      purpose: 'report',
      contact: email,
      language: 'en',
      state: 'queued',
      failure: null,
      reportVersion: 1,
      requestedBy: { fullName: 'Doctor Person' },
      sentAt: null,
      link: null,
    })
    expect(
      await app.database.query(
        "select actor_name, summary, lab_id from activity_log where action = 'delivery.send' and object_id = $1",
        [reportId],
      ),
    ).toEqual([
      {
        actor_name: 'Doctor Person',
        summary: `Asked for report #${reportId} to be sent to patient ZL-${patientId} by email`,
        lab_id: lab.id,
      },
    ])
  })

  it('queues one email for simultaneous requests with one idempotency key [DELIV-04]', async () => {
    const { reportId } = await sendableReport()
    const key = { 'idempotency-key': `send-${reportId}` }
    const answers = await Promise.all([send(reportId, doctor, key), send(reportId, doctor, key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(await deliveriesOf(reportId)).toHaveLength(1)
  })

  it('fails without consent, contact or report [DELIV-02]', async () => {
    const patientId = await registerPatient(doctor)
    const { id } = await publishReport(doctor, patientId, type)
    const codeOf = async () => (await send(id)).body.code
    expect(await codeOf()).toBe('NO_CONSENT')
    await giveConsent(doctor, patientId)
    await giveConsent(doctor, patientId, { email: false })
    expect(await codeOf()).toBe('NO_CONSENT')
    await giveConsent(doctor, patientId)
    await app.database.execute('update patients set email = null where id = $1', [patientId])
    expect(await codeOf()).toBe('NO_CONTACT')
    await doctor.delete(`/report/deleteById/${id}`)
    expect(await codeOf()).toBe('REPORT_WITHDRAWN')
    const outsider = await app.signedIn('Doctor')
    expect((await send(id, outsider)).body).toEqual((await send(999_999, outsider)).body)
    expect(await deliveriesOf(id)).toEqual([])
  })
})

describe('a contact that two patients of the lab share', () => {
  it('receives nothing of a sensitive type [DELIV-08]', async () => {
    const sensitive = await addReportType(doctor)
    const [one, other] = await twoPatients(sensitive)
    expect((await send(one)).status).toBe(200)
    const changed = await doctor.put(`/report/updateReportType/${sensitive}`, {
      title: `Sensitive ${sensitive}`,
      isSensitive: true,
    })
    expect([changed.status, changed.body.data?.isSensitive]).toEqual([200, true])
    expect(await optionsOf(other)).toMatchObject({
      isSensitive: true,
      email: { isShared: true, refusal: 'SHARED_CONTACT' },
      whatsapp: { isShared: true, refusal: 'SHARED_CONTACT' },
    })
    for (const answer of [await send(other), await handOver(other, 'whatsapp')])
      expect([answer.status, answer.body.code]).toEqual([409, 'SHARED_CONTACT'])
    expect((await handOver(other, 'slip')).status).toBe(200)
  })

  it('receives one message for each patient of other types [DELIV-08]', async () => {
    const [one, other] = await twoPatients(await addReportType(doctor))
    expect(await optionsOf(other)).toMatchObject({
      isSensitive: false,
      hold: null,
      email: { isShared: true, refusal: null },
    })
    expect([(await send(one)).status, (await send(other)).status]).toEqual([200, 200])
    expect(await deliveriesOf(one)).toHaveLength(1)
    expect(await deliveriesOf(other)).toHaveLength(1)
  })
})
