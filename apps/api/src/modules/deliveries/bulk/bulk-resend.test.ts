import { describe, expect, it } from 'vitest'
import { startDeliveriesApp } from '../../../testing/deliveries.ts'
import { SEND_LIMIT } from '../sending/sending-rules.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const { app, lab, doctor, mailServer, sendableReport, send, sendDue } = await stopAtEnd(startDeliveriesApp())

interface Result {
  id: number
  delivery: { id: number } | null
  refusal: string | null
  refusalText: string | null
}
const resendMany = (ids: unknown, client = doctor, headers: Record<string, string> = {}) =>
  client.post('/delivery/resendMany', { ids }, { headers })
const outcomes = ({ body }: { body: { data: Result[] } }) =>
  body.data.map(({ id, refusal }) => [id, refusal] as const)

const failedMessage = async () => {
  const report = await sendableReport()
  const { id } = (await send(report.reportId)).body.data
  await app.database.execute("update deliveries set state = 'failed', due_at = null where id = $1", [id])
  return { ...report, id: id as number }
}
const messagesOf = async (reportId: number) =>
  (await app.database.query('select 1 from deliveries where report_id = $1', [reportId])).length

describe('sending several messages again', () => {
  it('answers for each what happened, and loses nothing [DELIV-20]', async () => {
    const [one, other, sent] = [await failedMessage(), await failedMessage(), await failedMessage()]
    await app.database.execute("update deliveries set state = 'sent' where id = $1", [sent.id])
    const outsider = await app.signedIn('Doctor')
    const answer = await resendMany([one.id, sent.id, other.id, 999_999_999, one.id])
    expect(outcomes(answer)).toEqual([
      [one.id, null],
      [sent.id, 'DELIVERY_NOT_RESENDABLE'],
      [other.id, null],
      [999_999_999, 'DELIVERY_NOT_FOUND'],
    ])
    expect(answer.body.data[0].delivery).toMatchObject({ state: 'queued', report: { id: one.reportId } })
    expect(answer.body.data[1].refusalText).toMatch(/\S/)
    await sendDue()
    for (const { email } of [one, other]) expect(mailServer.mailsTo(email)).toHaveLength(1)
    expect(outcomes(await resendMany([one.id], outsider))).toEqual([[one.id, 'DELIVERY_NOT_FOUND']])
  })

  it('sends each message once, repeated or at the same moment [DELIV-20]', async () => {
    const [one, other] = [await failedMessage(), await failedMessage()]
    const again = () => resendMany([one.id, other.id], doctor, { 'idempotency-key': `bulk-${one.id}` })
    const answers = await Promise.all([again(), again()])
    answers.push(await again())
    for (const answer of answers) {
      expect(answer.body.data).toEqual(answers[0]?.body.data)
      expect(outcomes(answer)).toEqual([
        [one.id, null],
        [other.id, null],
      ])
    }
    for (const { reportId } of [one, other]) expect(await messagesOf(reportId)).toBe(2)
    const reused = await resendMany([one.id], doctor, { 'idempotency-key': `bulk-${one.id}` })
    expect(outcomes(reused)).toEqual([[one.id, 'IDEMPOTENCY_KEY_REUSED']])
    expect(outcomes(await resendMany([one.id]))).toEqual([[one.id, 'DELIVERY_NOT_RESENDABLE']])
  })

  it('takes 1 to 50 ids [DELIV-20]', async () => {
    const many = Array.from({ length: 50 }, (_, index) => 900_000_000 + index)
    const client = await app.signedIn('Receptionist', lab)
    expect((await resendMany(many, client)).body.data).toHaveLength(50)
    for (const ids of [[], [...many, 1], ['x'], [0], 'all', undefined])
      expect((await resendMany(ids)).status, JSON.stringify(ids)).toBe(400)
  })

  it('counts each message as an attempt and stops at the limit [DELIV-20]', async () => {
    const client = await app.signedIn('Technician', lab)
    const { id, reportId } = await failedMessage()
    const missing = (count: number) => Array.from({ length: count }, (_, index) => 900_000_000 + index)
    await resendMany(missing(50), client)
    const answer = await resendMany([...missing(SEND_LIMIT.perAccount - 50), 800_000_000, id], client)
    expect(outcomes(answer).slice(-3)).toEqual([
      [900_000_000 + SEND_LIMIT.perAccount - 51, 'DELIVERY_NOT_FOUND'],
      [800_000_000, 'TOO_MANY_ATTEMPTS'],
      [id, 'TOO_MANY_ATTEMPTS'],
    ])
    expect(await messagesOf(reportId)).toBe(1)
  })
})
