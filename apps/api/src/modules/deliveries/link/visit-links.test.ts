import { expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { LinkClient } from '../../../testing/link-client.ts'
import { CONTACT_THE_LAB, startHeldLinks } from '../../../testing/held-links.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { publishReport, registerPatient } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const suite = await stopAtEnd(startHeldLinks())
const { app, lab, doctor, admin, receptionist, type, deliveriesOf } = suite
const BORN = '1990-05-01'

const setGiving = async (givesLinks: boolean) =>
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true, holdsUnpaid: true, givesLinks }))
await setGiving(true)

const handOver = (visitId: number, client = receptionist, language = 'en') =>
  client.post(`/delivery/handOverVisitLink/${visitId}`, { language })
const visitOf = async (visit: Record<string, unknown> = {}) => {
  const patientId = await registerPatient(doctor, { dob: BORN, fullName: 'Amina Haddad' })
  const visitId: number = sure(
    await receptionist.post(`/visit/create/${patientId}`, { reportTypeIds: [type], ...visit }),
  ).id
  return { patientId, visitId }
}
const linkTo = async (visitId: number) =>
  new LinkClient(app, sure(await handOver(visitId)).link.split('/r/')[1])
const handedOver = async (visit?: Record<string, unknown>) => {
  const made = await visitOf(visit)
  return { ...made, link: await linkTo(made.visitId) }
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const setPromise = (visitId: number, at: string | null) =>
  app.database.execute(
    'update visits set promised_at = $2, received_at = null, collected_at = null where id = $1',
    [visitId, at],
  )
const textOf = async (link: LinkClient) => (await link.get()).html.replace(/<style.*?<\/style>/s, '')

it('says when the document is expected, and nothing about tests or the patient [PROMISE-01]', async () => {
  const { link, visitId } = await handedOver({ promisedAt: inHours(3) })
  const html = await textOf(link)
  expect(html).toContain('It is expected by')
  expect(html).toContain('Harbour Lab')
  expect(html).not.toMatch(/Amina|Haddad|Complete|Blood|<form/)
  await setPromise(visitId, inHours(-1))
  const late = await textOf(link)
  expect(late).toContain('It takes longer than expected.')
  expect(late).toContain('href="tel:+97141234567"')
  expect(late).not.toContain('It is expected by')
  await setPromise(visitId, null)
  expect(await textOf(link)).toContain('The lab has not said')
  const arabic = await link.get('?lang=ar')
  expect(arabic.html).toContain('dir="rtl"')
})

it('names no time on a slip once it has passed [PROMISE-01]', async () => {
  const { visitId } = await visitOf({ promisedAt: inHours(3) })
  const ahead = sure(await handOver(visitId))
  expect(ahead.text).toContain(`expected by ${ahead.expected}`)
  await setPromise(visitId, inHours(-1))
  const late = sure(await handOver(visitId))
  expect(late.expected).toBeNull()
  expect(late.text).toContain('as soon as it is ready')
})

it('opens a report that is ready with the date of birth [PROMISE-02]', async () => {
  const { link, patientId, visitId } = await handedOver({ promisedAt: inHours(3) })
  const { id: reportId } = await publishReport(doctor, patientId, type, { visitId, title: 'Thyroid' })
  const ready = await textOf(link)
  expect(ready).toContain('A document is ready for you')
  expect(ready).not.toMatch(/Amina|Haddad|Thyroid/)
  // Opening the page alone changes nothing, because mail scanners open links.
  expect(await deliveriesOf(reportId)).toEqual([])

  const others = [1, 2, 3].map(() => new LinkClient(app, link.token))
  const answers = await Promise.all(others.map((one) => one.identify('1971-02-03')))
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
  expect(await deliveriesOf(reportId)).toEqual([])
  const opened = await link.follow(await link.identify(BORN))
  expect(opened.html).toContain('Thyroid')
  const [delivery] = await deliveriesOf(reportId)
  expect(delivery).toMatchObject({ channel: 'slip', state: 'handed-over' })
  expect(delivery.requestedBy).toBeTruthy()

  sure(await doctor.post(`/delivery/revoke/${delivery.id}`))
  expect((await link.get()).status).toBe(410)
})

it('leads to no report that is held or withdrawn [PROMISE-03]', async () => {
  const { link, patientId, visitId } = await handedOver({ payment: 'due', promisedAt: inHours(3) })
  const { id: reportId } = await publishReport(doctor, patientId, type, { visitId })
  expect(await textOf(link)).toContain(CONTACT_THE_LAB)
  sure(await suite.setPayment(visitId, 'paid'))
  expect(await textOf(link)).toContain('A document is ready')
  sure(await suite.setPayment(visitId, 'due'))
  expect((await link.identify(BORN)).html).toContain(CONTACT_THE_LAB)
  expect(await deliveriesOf(reportId)).toEqual([])
  sure(await suite.setPayment(visitId, 'paid'))
  sure(await withdrawReport(doctor, reportId, { reason: 'other', note: 'Wrong file' }))
  expect(await textOf(link)).toContain('It is expected by')
})

it('ends with a new link, with the visit, and after its days; a merge keeps it [PROMISE-04]', async () => {
  const { link, visitId, patientId } = await handedOver()
  const next = await linkTo(visitId)
  expect((await link.get()).status).toBe(410)
  expect((await next.get()).status).toBe(200)
  await app.database.execute("update visit_links set expires_at = now() - interval '31 days'")
  await app.database.execute("update visit_slips set created_at = created_at - interval '61 days'")
  await app.services.linkCleanup.removeOld()
  expect((await next.get()).status).toBe(410)

  const last = await linkTo(visitId)
  const survivor = await registerPatient(doctor, { dob: '1985-06-07' })
  sure(await admin.post('/patient/merge', { survivorId: survivor, mergedId: patientId, reason: 'Twice' }))
  await publishReport(doctor, survivor, type, { visitId, title: 'After the merge' })
  expect((await last.identify(BORN)).status).toBe(422)
  expect((await last.follow(await last.identify('1985-06-07'))).html).toContain('After the merge')

  const canceled = await handedOver()
  sure(await receptionist.post(`/visit/cancel/${canceled.visitId}`))
  expect((await canceled.link.get()).status).toBe(410)
  expect((await handOver(canceled.visitId)).body).toMatchObject({ code: 'VISIT_CANCELED' })
})

it('makes a link only where the lab gives links, by its own staff, and records it [PROMISE-05]', async () => {
  const { visitId, patientId } = await visitOf()
  const stranger = await app.signedIn('Receptionist', await app.createLab('Other Lab'))
  expect((await handOver(visitId, stranger)).status).toBe(404)
  await setGiving(false)
  expect((await handOver(visitId)).body).toMatchObject({ code: 'VISIT_LINKS_OFF' })
  await setGiving(true)
  const made = sure(await handOver(visitId, receptionist, 'ar'))
  expect(made).toMatchObject({ language: 'ar', expected: null })
  expect(made.qrCode).toContain('<svg')
  expect(made.text).toContain(made.link)
  const { count } = await app.database.one<{ count: number }>(
    `select count(*) from activity_log where action = 'delivery.hand-over' and object_type = 'patient' and object_id = $1`,
    [patientId],
  )
  expect(count).toBe(1)
  const { stored } = await app.database.one<{ stored: string }>(
    'select encode(token_hash, $2) as stored from visit_slips where visit_id = $1',
    [visitId, 'escape'],
  )
  expect(stored).not.toContain(made.link.split('/r/')[1])
})
