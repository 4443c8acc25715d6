import { expect, it } from 'vitest'
import { startDeliveriesApp } from '../../../testing/deliveries.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const { app, lab, doctor, admin, mailServer, sendableReport, send, sendDue, handOver } =
  await stopAtEnd(startDeliveriesApp())

const optionsOf = async (reportId: number) => (await doctor.get(`/delivery/getOptions/${reportId}`)).body.data

it('shows, hands over and sends a lab’s own text, in its language alone [SMS-08]', async () => {
  const { reportId, email } = await sendableReport()
  const builtIn = (await optionsOf(reportId)).texts
  const template = 'Results at {link} ({lab}, {phone})'
  const saved = await admin.put(`/lab/saveMessageTemplate/${lab.id}`, {
    language: 'en',
    purpose: 'report',
    template,
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const { texts } = await optionsOf(reportId)
  expect(texts).toEqual({
    en: 'Results at http://reports.test/r/… (Harbour Lab, +97141234567)',
    ar: builtIn.ar,
  })
  expect((await handOver(reportId, 'copy')).body.data.text).toMatch(/^Results at http:\S+ \(Harbour Lab,/)
  const { id } = (await send(reportId)).body.data
  await sendDue()
  expect(mailServer.mailsTo(email)[0]?.text).toMatch(
    /^Results at http:\/\/reports\.test\/r\/[1-9A-Za-z]{22} \(Harbour Lab, \+97141234567\)$/,
  )
  expect(
    await app.database.query(
      `select m.template from deliveries d join lab_message_templates m on m.id = d.template_id where d.id = $1`,
      [id],
    ),
  ).toEqual([{ template }])

  const other = await app.createLab('Other Lab')
  const colleague = await app.signedIn('Doctor', other)
  const foreign = await sendableReport({}, colleague)
  const answer = await colleague.get(`/delivery/getOptions/${foreign.reportId}`)
  expect(answer.body.data.texts.en).toMatch(/^Other Lab: a document is ready\. /)
})

it('messages come from the lab’s sender name, or from its name [SMS-10]', async () => {
  const senderOf = async () => {
    const { reportId, email } = await sendableReport()
    await send(reportId)
    await sendDue()
    return /^From: (.*)\r$/m.exec(mailServer.mailsTo(email)[0]?.content ?? '')?.[1]
  }
  expect(await senderOf()).toBe('Harbour Lab <no-reply@zelab.test>')
  await app.database.execute('insert into lab_delivery_settings (lab_id, sender_name) values ($1, $2)', [
    lab.id,
    'HarbourLab',
  ])
  expect(await senderOf()).toBe('HarbourLab <no-reply@zelab.test>')
})
