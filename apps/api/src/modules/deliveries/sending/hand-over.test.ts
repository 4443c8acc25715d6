import { describe, expect, it } from 'vitest'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { giveConsent, startDeliveriesApp } from '../../../testing/deliveries.ts'
import { publishReport, registerPatient } from '../../../testing/test-records.ts'
import { LINK_TOKEN } from '../link/link-token.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const { app, lab, doctor, type, sendableReport, handOver, deliveriesOf } =
  await stopAtEnd(startDeliveriesApp())

const linkEnd = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Dubai',
})
const endsOn = linkEnd.format(Date.now() + 30 * 24 * 60 * 60 * 1000)

describe('handing over a link', () => {
  it('opens WhatsApp with the exact text and is recorded as handed over, never as sent [DELIV-05]', async () => {
    const { reportId, patientId, phone } = await sendableReport()
    const answer = await handOver(reportId, 'whatsapp')
    expect(answer.status).toBe(200)
    const { delivery, link, text, whatsappAddress, qrCode } = answer.body.data
    expect(link).toMatch(/^http:\/\/reports\.test\/r\/\w+$/)
    expect(link.split('/').at(-1)).toMatch(LINK_TOKEN)
    expect(text).toBe(`Harbour Lab: a document is ready. ${link} Until ${endsOn}. +97141234567`)
    expect(whatsappAddress).toBe(`https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`)
    expect(qrCode).toBeNull()
    expect(delivery).toMatchObject({
      report: { id: reportId, title: 'Blood count' },
      patient: { id: patientId },
      channel: 'whatsapp',
      purpose: 'report',
      contact: phone,
      state: 'handed-over',
      requestedBy: { fullName: 'Doctor Person' },
      link: { revokedAt: null, firstOpenedAt: null },
    })
    expect(await deliveriesOf(reportId)).toEqual([
      {
        ...delivery,
        events: [
          {
            id: expect.any(Number),
            kind: 'handed-over',
            detail: null,
            by: { fullName: 'Doctor Person' },
            at: expect.any(String),
          },
        ],
      },
    ])
    expect(
      await app.database.query(
        "select action, summary, lab_id from activity_log where action like 'delivery.%' and object_id = $1",
        [reportId],
      ),
    ).toEqual([
      {
        action: 'delivery.hand-over',
        summary: `Made a link to report #${reportId} for patient ZL-${patientId}: whatsapp`,
        lab_id: lab.id,
      },
    ])
  })

  it('stores only the hash of the token [LINK-01]', async () => {
    const { reportId } = await sendableReport()
    const { delivery, link } = (await handOver(reportId, 'copy')).body.data
    const token = link.split('/').at(-1) as string
    const [stored] = await app.database.query<{ token_hash: Buffer }>(
      'select token_hash from report_links where delivery_id = $1',
      [delivery.id],
    )
    expect(stored?.token_hash).toEqual(hashSecretToken(token))
  })

  it('needs no consent in person and draws a QR code for a slip [DELIV-05]', async () => {
    const patientId = await registerPatient(doctor)
    const { id } = await publishReport(doctor, patientId, type)
    const slip = (await handOver(id, 'slip', 'ar')).body.data
    expect(slip.qrCode).toMatch(/^<svg /)
    expect(slip.text).toContain('Harbour Lab: المستند جاهز.')
    expect(slip).toMatchObject({ whatsappAddress: null, delivery: { contact: null, language: 'ar' } })
    const copy = (await handOver(id, 'copy')).body.data
    expect(copy).toMatchObject({ qrCode: null, delivery: { channel: 'copy', contact: null } })
    const refused = await handOver(id, 'whatsapp')
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_CONSENT'])
    await giveConsent(doctor, patientId, { email: false })
    expect((await handOver(id, 'whatsapp')).status).toBe(200)
  })

  it('names no person, test or result in any language [DELIV-03]', async () => {
    const { reportId } = await sendableReport({ fullName: 'Mariam Qasimi' })
    for (const language of ['en', 'ar'])
      for (const channel of ['whatsapp', 'slip', 'copy']) {
        const { text } = (await handOver(reportId, channel, language)).body.data
        expect(text).not.toMatch(/Mariam|Qasimi|Blood|count|range|ZL-|\d{4}-/)
      }
  })

  it('fails for a withdrawn report, and by another lab [DELIV-12]', async () => {
    const { reportId } = await sendableReport()
    const outsider = await app.signedIn('Doctor')
    const foreign = await handOver(reportId, 'copy', 'en', outsider)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await handOver(999_999, 'copy', 'en', outsider)).body)
    await doctor.delete(`/report/deleteById/${reportId}`)
    const withdrawn = await handOver(reportId, 'copy')
    expect([withdrawn.status, withdrawn.body.code]).toEqual([409, 'REPORT_WITHDRAWN'])
    const receptionist = await app.signedIn('Receptionist', lab)
    expect((await handOver(reportId, 'copy', 'en', receptionist)).status).toBe(404)
  })

  it('reaches a limit of 60 in ten minutes for each user [DELIV-05]', async () => {
    const { reportId } = await sendableReport()
    const receptionist = await app.signedIn('Receptionist', lab)
    const statuses: number[] = []
    for (let count = 0; count < 61; count++)
      statuses.push((await handOver(reportId, 'copy', 'en', receptionist)).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429])
    expect((await handOver(reportId, 'copy')).status).toBe(200)
    expect(await deliveriesOf(reportId)).toHaveLength(50)
  })
})
