import { beforeEach, describe, expect, it } from 'vitest'
import type { Visit } from '@zelab/contract'
import { sure } from '../../../testing/api-client.ts'
import { msh, obx, segments } from '../../../testing/hl7-messages.ts'
import { decideItem, listInbox, reportPdf } from '../../../testing/inbox.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, registerPatient } from '../../../testing/test-records.ts'

const PEER = { certificate: 'd'.repeat(64), address: '10.0.0.1' }
let patientId: number
let pages = 0

const app = await useTestApp({ hl7Port: 2575 })
const admin = await app.signedIn('Admin')
const lab = await app.createLab()
const technician = await app.signedIn('Technician', lab)
const typeId = await addReportType(admin)
const source = { kind: 'hl7', name: 'LIS', isOn: true, publishesAutomatically: false }
sure(
  await admin.post(`/lab/addInboxSource/${lab.id}`, {
    ...source,
    certificate: PEER.certificate,
    addresses: [PEER.address],
  }),
)

beforeEach(async () => {
  patientId = await registerPatient(technician)
})

const turn = async (isOn: boolean) =>
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn })) as object

interface Order {
  number: string
  service?: string
  collected?: string
  received?: string
  provider?: string
}

const receive = async ({ number, service = 'CBC', collected = '', received = '', provider = '' }: Order) => {
  const fields = Array.from({ length: 26 }, () => '')
  Object.assign(fields, { 0: 'OBR', 1: '1', 3: number, 4: `${service}^Blood count`, 7: collected })
  Object.assign(fields, { 14: received, 16: provider, 25: 'F' })
  const pdf = (await reportPdf(`Result ${++pages}`)).toString('base64')
  const message = segments(
    msh(),
    'PID|1||4711||Haddad^Layla',
    fields.join('|'),
    obx(`^application^PDF^Base64^${pdf}`),
  )
  const answer = await app.services.hl7Messages.answer(PEER, Buffer.from(message))
  expect(answer?.toString()).toContain('MSA|AA')
  const [item] = await listInbox(technician)
  const fieldsOfReport = { patientId, reportTypeId: typeId, title: 'Blood count' }
  return sure(await decideItem(technician, `/inbox/publish/${item?.id}`, fieldsOfReport)).reportId as number
}
const visits = async (): Promise<Visit[]> =>
  (await technician.get(`/visit/getByPatientId/${patientId}`)).body.data

describe('the visit of an order', () => {
  it('takes OBR-7, OBR-14 and OBR-16 in the time zone of the settings [VISIT-10]', async () => {
    await turn(true)
    const general = sure(await admin.get('/settings/general'))
    sure(await admin.put('/settings/general', { ...general, timeZone: 'Asia/Dubai' }))
    const reportId = await receive({
      ...{ number: 'F1', collected: '202601020800', received: '20260102053000+0100' },
      provider: '4711^Nasser^Sara^^^Dr.',
    })
    expect(await visits()).toMatchObject([
      {
        ...{
          state: 'ready',
          collectedAt: '2026-01-02T04:00:00.000Z',
          receivedAt: '2026-01-02T04:30:00.000Z',
        },
        ...{ referrer: { kind: 'doctor', name: 'Dr. Sara Nasser' }, reports: [{ id: reportId }] },
      },
    ])
  })

  it('names its referrer for certain by the license number only [API-OUT-02]', async () => {
    await turn(true)
    const fields = { kind: 'clinic', name: 'Palm Clinic', licenseNumber: 'DHA-F-0047' }
    sure(await technician.post(`/lab/addReferrer/${lab.id}`, fields))
    await receive({ number: 'F21', provider: 'dha-f-0047^Palmer^Ann' })
    await receive({ number: 'F22', provider: '^Palm Clinic' })
    expect(await visits()).toMatchObject([
      { referrer: { name: 'Palm Clinic' }, isReferrerCertain: false },
      { referrer: { name: 'Palm Clinic' }, isReferrerCertain: true },
    ])
  })

  it('stays the same for an order that is sent again, or has several results [VISIT-11]', async () => {
    await turn(true)
    const order = { number: 'F2', collected: '20260102080000', provider: '^NASSER^SARA^^^DR.' }
    const first = await receive(order)
    const second = await receive({ ...order, service: 'CRP' })
    expect(await visits()).toMatchObject([{ reports: [{ id: first }, { id: second }] }])
    const referrers = (await technician.get(`/lab/getReferrers/${lab.id}?search=nasser`)).body.data
    expect(referrers).toHaveLength(1)
    await receive({ ...order, number: 'F3' })
    expect(await visits()).toHaveLength(2)
  })

  it('leaves out times that are wrong, keeps days, and never stops a result [VISIT-10]', async () => {
    await turn(true)
    await receive({ number: 'F4', collected: '20991231', received: '20260102', provider: '^Aziz^Rami' })
    await receive({ number: 'F5', collected: '20260231', received: 'yesterday', provider: '^Aziz^Rami' })
    await receive({ number: 'F6', collected: '20260103', received: '20260102' })
    const overlong = `^${'Z'.repeat(99)}😀😀`
    await receive({
      number: 'F8',
      collected: '20260101000000+2300',
      received: '9'.repeat(300),
      provider: overlong,
    })
    expect(await visits()).toMatchObject([
      { receivedAt: null, collectedAt: null, referrer: { name: `${'Z'.repeat(99)}😀` } },
      { receivedAt: null, receivedOn: null, collectedAt: null, collectedOn: '2026-01-03' },
      { receivedAt: null, collectedAt: null, collectedOn: null, referrer: { name: 'Rami Aziz' } },
      { collectedOn: null, receivedAt: null, receivedOn: '2026-01-02' },
    ])
  })

  it('appears only while the lab uses visits [VISIT-01]', async () => {
    await turn(false)
    await receive({ number: 'F7', collected: '20260102', provider: '^Aziz^Rami' })
    expect(await app.database.query('select 1 from visits where patient_id = $1', [patientId])).toEqual([])
  })
})
