import { beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { flagReport, recordCall, useCritical } from '../../../testing/critical.ts'
import { giveConsent } from '../../../testing/deliveries.ts'
import { CONTACT_THE_LAB } from '../../../testing/held-links.ts'
import { wrongDate, type LinkClient } from '../../../testing/link-client.ts'
import { needTwoPersons } from '../../../testing/release.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { reassignReport, withdrawReport } from '../../../testing/withdrawal.ts'
import { BORN, startVisitSlips } from '../../../testing/visit-slips.ts'

const suite = await stopAtEnd(startVisitSlips())
const { app, lab, doctor, admin, blood, urine, secret, newSlip, publish, textOf, opened, deliveriesOf } =
  suite

beforeEach(() => app.database.execute('delete from rate_limits'))

const withdraw = async (id: number) =>
  sure(await withdrawReport(doctor, id, { reason: 'other', note: 'Wrong file' }))
const sendCode = async (link: LinkClient, path: string, email: string) => {
  const answer = await link.post(`${path}/send-code`)
  expect(answer.headers.get('location')).toBe(link.address(`${path}/code`))
  const { id: codeId } = await app.database.one<{ id: number }>('select max(id) as id from link_codes')
  await app.services.links.codes.send({ codeId }, `code-${codeId}`)
  return /code is (\d{6})/.exec(suite.mailServer.mailsTo(email).at(-1)?.content ?? '')?.[1] ?? ''
}

describe('the link to a visit', () => {
  it('lists the reports that are there and says when the other is expected [VLINK-01]', async () => {
    const { link, patientId, visitId } = await newSlip()
    const first = await publish(patientId, blood, { visitId, title: 'Full count' })
    const before = await textOf(link)
    expect(before).toContain('1 of 2 documents is ready.')
    expect(before).toMatch(/The other document is expected by .+\./)
    expect(before).not.toMatch(/Amina|Haddad|Blood|Full count|Urine/)
    const list = await opened(link)
    expect(list).toContain('Full count')
    expect(list).toContain('1 of 2 documents is ready.')
    expect(await textOf(link, `/documents/${first}`)).toContain('Full count')

    const second = await publish(patientId, urine, { visitId, title: 'Urine sample' })
    const both = await textOf(link)
    expect(both).toContain('2 of 2 documents are ready.')
    for (const [id, title] of [
      [first, 'Full count'],
      [second, 'Urine sample'],
    ] as const) {
      expect(both).toContain(title)
      const page = await link.get(`/documents/${id}`)
      expect(page.status).toBe(200)
      expect(page.html).toContain(title)
      expect((await link.get(`/documents/${id}/file`)).headers.get('content-type')).toBe('application/pdf')
    }
    expect((await link.get('?lang=ar')).html).toContain('المستندات الجاهزة: 2 من 2.')
  })

  it('says so when the other takes longer, or its time is not known [VLINK-01]', async () => {
    const { link, patientId, visitId } = await newSlip()
    await publish(patientId, blood, { visitId })
    await suite.passDays(visitId, 2)
    const late = await textOf(link)
    expect(late).toContain('The other document takes longer than expected.')
    expect(late).toContain('href="tel:+97141234567"')
    const unknown = await newSlip({ promisedAt: null })
    await publish(unknown.patientId, blood, { visitId: unknown.visitId })
    expect(await textOf(unknown.link)).toContain(
      'The lab has not said when the other document will be ready.',
    )
  })

  it('shows the only report of a visit at once, and nothing without identification [VLINK-01]', async () => {
    const { link, patientId, visitId } = await newSlip({ reportTypeIds: [blood] })
    const id = await publish(patientId, blood, { visitId, title: 'Only one' })
    for (const path of [`/documents/${id}`, `/documents/${id}/file`, '/file', '/reports', '/code'])
      expect((await link.get(path)).headers.get('location'), path).toBe(link.address())
    expect(await deliveriesOf(id)).toEqual([])
    const page = await opened(link)
    expect(page).toContain('Only one')
    expect(page).toContain('Open')
    expect((await link.get('/file')).headers.get('content-type')).toBe('application/pdf')
    const [{ link: state }] = await deliveriesOf(id)
    expect(state.firstOpenedAt).not.toBeNull()
    const otherVisit = await newSlip()
    const foreign = await publish(otherVisit.patientId, blood, { visitId: otherVisit.visitId })
    for (const path of [`/documents/${foreign}`, `/documents/${foreign}/file`, '/documents/x'])
      expect((await link.get(path)).headers.get('location'), path).toBe(link.address())
    const mail = await suite.openedLink()
    expect((await mail.link.get(`/documents/${mail.reportId}`)).status).toBe(404)
  })

  it('shows the successor of a withdrawn report, and no report that left the visit [VLINK-02]', async () => {
    const { link, patientId, visitId } = await newSlip()
    const wrong = await publish(patientId, blood, { visitId, title: 'Wrong file' })
    await opened(link)
    expect(await textOf(link, `/documents/${wrong}`)).toContain('Wrong file')
    await withdraw(wrong)
    expect((await link.get(`/documents/${wrong}/file`)).headers.get('location')).toBe(link.address())
    expect(await textOf(link)).toContain('It is expected by')
    const successor = await publish(patientId, blood, { visitId, title: 'Right file' })
    const after = await textOf(link)
    expect(after).toContain('Right file')
    expect(after).not.toContain('Wrong file')

    const moved = await publish(patientId, urine, { visitId, title: 'Of somebody else' })
    expect(await textOf(link, `/documents/${moved}`)).toContain('Of somebody else')
    const right = await registerPatient(doctor)
    sure(await reassignReport(doctor, moved, { patientId: right }))
    expect(await textOf(link)).not.toContain('Of somebody else')
    expect((await link.get(`/documents/${moved}/file`)).headers.get('location')).toBe(link.address())

    expect(await textOf(link, `/documents/${successor}`)).toContain('Right file')
    sure(await suite.receptionist.put(`/visit/update/${visitId}`, { reportIds: [] }))
    expect(await textOf(link)).not.toContain('Right file')
    const [delivery] = await deliveriesOf(successor)
    expect(delivery.link.revokedAt).not.toBeNull()
  })

  it('says that a suspended report is being corrected, and shows its correction [VLINK-03]', async () => {
    const { link, patientId, visitId } = await newSlip()
    const id = await publish(patientId, blood, { visitId, title: 'Suspended one' })
    await opened(link)
    await needTwoPersons(admin, lab)
    const { body } = await doctor.put(`/report/update/${id}`, {
      ...{ title: 'Corrected one', remark: 'Fine', reportTypeId: blood, patientId, version: 1 },
      ...{ fileUrl: await uploadFile(doctor), reason: 'other', note: 'A wrong value', suspends: true },
    })
    expect(body.data.unreleasedId).toBeTruthy()
    const text = await textOf(link)
    expect(text).toContain('This report is being corrected. Please contact the lab.')
    expect(text).toMatch(/The other document is expected by/)
    expect(text).not.toContain('Suspended one')
    expect((await link.get(`/documents/${id}/file`)).headers.get('location')).toBe(link.address())
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    const other = await publish(patientId, urine, { visitId, title: 'Plain one' })
    expect(await textOf(link)).toContain('Another document is being corrected.')
    expect(await textOf(link, `/documents/${other}`)).toContain('Plain one')
  })

  it('leaves out a sensitive report whose code cannot be sent, which blocks no other [VLINK-04]', async () => {
    const { link, patientId, visitId } = await newSlip({ reportTypeIds: [secret, blood] })
    const hidden = await publish(patientId, secret, { visitId, title: 'Sensitive one' })
    expect(await textOf(link)).toContain('It is expected by')
    await publish(patientId, blood, { visitId, title: 'Plain one' })
    expect(await textOf(link)).not.toContain('of 2')
    const page = await opened(link)
    expect(page).toContain('Plain one')
    expect(page).not.toContain('Sensitive one')
    expect((await link.get(`/documents/${hidden}`)).headers.get('location')).toBe(link.address())
    expect(await deliveriesOf(hidden)).toEqual([])
    const alone = await newSlip({ reportTypeIds: [secret] })
    await publish(alone.patientId, secret, { visitId: alone.visitId })
    expect(await textOf(alone.link)).toContain(CONTACT_THE_LAB)
  })

  it('asks for a code only for the report that needs one [VLINK-04]', async () => {
    const { link, patientId, visitId } = await newSlip({ reportTypeIds: [secret, blood] })
    sure(await giveConsent(doctor, patientId))
    const { email } = (await doctor.get(`/patient/getById/${patientId}`)).body.data
    const hidden = await publish(patientId, secret, { visitId, title: 'Sensitive one' })
    const plain = await publish(patientId, blood, { visitId, title: 'Plain one' })
    const list = await opened(link)
    expect(list).toContain('Plain one')
    expect(list).toContain('Needs a code that the lab sends to you')
    expect(list).not.toContain('Sensitive one')
    expect(await textOf(link, `/documents/${plain}`)).toContain('Plain one')
    const path = `/documents/${hidden}`
    expect((await link.get(`${path}/file`)).headers.get('location')).toBe(link.address(path))
    expect((await link.get(path)).headers.get('location')).toBe(link.address(`${path}/code`))
    expect((await deliveriesOf(hidden))[0].link.firstOpenedAt).toBeNull()
    const code = await sendCode(link, path, email)
    const answer = await link.post(`${path}/code`, { code })
    expect((await link.follow(answer)).html).toContain('Sensitive one')
    expect((await deliveriesOf(hidden))[0].link.firstOpenedAt).not.toBeNull()
    expect(await textOf(link)).toContain('Sensitive one')
    expect((await link.get('/reports')).html).toContain('Plain one')
  })

  it('asks to contact the lab when payment is due or a call is open [VLINK-05]', async () => {
    const due = await newSlip({ payment: 'due' })
    expect(await textOf(due.link)).toContain('It is expected by')
    const id = await publish(due.patientId, blood, { visitId: due.visitId })
    const text = await textOf(due.link)
    expect(text).toContain(CONTACT_THE_LAB)
    expect(text).not.toContain('being prepared')
    expect(await deliveriesOf(id)).toEqual([])
    sure(await suite.setPayment(due.visitId, 'paid'))
    expect(await opened(due.link)).toContain('1 of 2')

    await useCritical(admin, lab.id)
    const call = await newSlip()
    const critical = await publish(call.patientId, blood, { visitId: call.visitId, title: 'Critical one' })
    sure(await flagReport(doctor, critical))
    expect(await textOf(call.link)).toContain(CONTACT_THE_LAB)
    await publish(call.patientId, urine, { visitId: call.visitId, title: 'Plain one' })
    const page = await opened(call.link)
    expect(page).toContain('Another document is ready. Please contact the lab.')
    expect(page).not.toContain('Critical one')
    sure(await recordCall(doctor, critical))
    expect(await textOf(call.link)).toContain('Critical one')
  })
})

describe('opening a report with the link to its visit', () => {
  it('counts as a delivery of that report, opened once in each session and version [VLINK-12]', async () => {
    const { link, patientId, visitId } = await newSlip()
    const id = await publish(patientId, blood, { visitId })
    const second = await publish(patientId, urine, { visitId })
    await opened(link)
    expect(await deliveriesOf(id)).toEqual([])
    await Promise.all([
      link.get(`/documents/${id}`),
      link.get(`/documents/${id}/file`),
      link.get(`/documents/${id}`),
    ])
    const kinds = async () =>
      (await deliveriesOf(id)).flatMap(({ events }: { events: { kind: string }[] }) =>
        events.map(({ kind }) => kind),
      )
    expect(
      (await deliveriesOf(id)).map(({ channel, state }: Record<string, string>) => [channel, state]),
    ).toEqual([['slip', 'handed-over']])
    expect((await kinds()).toSorted()).toEqual(['handed-over', 'opened'])
    expect((await deliveriesOf(id))[0]).toMatchObject({ requestedBy: { fullName: expect.any(String) } })
    expect(await deliveriesOf(second)).toEqual([])
    const { count } = await app.database.one<{ count: number }>(
      "select count(*) from activity_log where action = 'delivery.open' and object_id = $1",
      [id],
    )
    expect(count).toBe(1)
    await link.post('/close')
    await opened(link)
    await link.get(`/documents/${id}/file`)
    expect((await kinds()).filter((kind: string) => kind === 'opened')).toHaveLength(2)
  })

  it('needs a code on a second device, before the list [VLINK-12]', async () => {
    const { link, patientId, visitId } = await newSlip()
    sure(await giveConsent(doctor, patientId))
    await publish(patientId, blood, { visitId, title: 'Full count' })
    expect(await opened(link)).toContain('Full count')
    const second = suite.other(link)
    const answer = await second.follow(await second.identify(BORN))
    expect(answer.headers.get('location')).toBe(link.address('/code'))
    expect(await textOf(second, '/code')).toContain('Confirm that it’s you')
    expect(await textOf(link)).toContain('Full count')
  })

  it('shares one limit of wrong dates for the link, and ends it for all reports [VLINK-13]', async () => {
    const { link, patientId, visitId } = await newSlip()
    const id = await publish(patientId, blood, { visitId })
    await opened(link)
    expect((await link.get(`/documents/${id}`)).status).toBe(200)
    const guess = suite.other(link)
    for (let number = 1; number <= 4; number += 1)
      expect((await guess.identify(wrongDate(number))).html).toContain(`${5 - number} attempt`)
    expect((await guess.identify(wrongDate(5))).html).toContain('This link is locked')
    expect((await guess.identify(BORN)).status).toBe(303)
    await app.database.execute('update visit_slips set locked_until = null')
    await app.database.execute('delete from rate_limits')
    await Promise.all([6, 7, 8, 9, 10].map((number) => guess.identify(wrongDate(number))))
    expect((await guess.get()).status).toBe(410)
    expect((await guess.get()).html).toContain('Send a new link')
    expect((await link.get(`/documents/${id}/file`)).headers.get('location')).toBe(link.address())
    expect((await deliveriesOf(id))[0].link.revocation).toBe('wrong-tries')
  })

  it('sends it again to the recorded contact when the link has ended [VLINK-13]', async () => {
    const { link, patientId, visitId } = await newSlip()
    sure(await giveConsent(doctor, patientId))
    const ids = [await publish(patientId, blood, { visitId }), await publish(patientId, urine, { visitId })]
    await suite.passDays(visitId, 20)
    await Promise.all([link.post('/renew'), link.post('/renew')])
    for (const id of ids) expect(await suite.statesOf(id)).toEqual(['renewal queued'])
    expect((await link.get()).html).toContain('This link has expired')
  })
})
