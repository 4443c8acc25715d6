import type { Visit } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { msh, obx, segments } from '../../../testing/hl7-messages.ts'
import { decideItem, dropReport, linesOf, listInbox, reportPdf } from '../../../testing/inbox.ts'
import { needTwoPersons, openUnreleased, releaseReport, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  patientFields,
  publishReport,
  registerPatient,
} from '../../../testing/test-records.ts'
import { reassignReport } from '../../../testing/withdrawal.ts'

const PEER = { certificate: 'e'.repeat(64), address: '10.0.0.1' }

const app = await useTestApp({ hl7Port: 2575 })
const admin = await app.signedIn('Admin')
const typeId = await addReportType(admin, 'Blood count')
const otherId = await addReportType(admin, 'HbA1c')
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
const rules = [{ field: 'any', reportTypeId: typeId, title: 'Blood count' }]
sure(await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules }))
const source = sure(
  await admin.post(`/lab/addInboxSource/${lab.id}`, {
    ...{ kind: 'hl7', name: 'LIS', isOn: true, certificate: PEER.certificate, addresses: [PEER.address] },
    ...{ publishesAutomatically: true, publisherId: technician.user.id },
  }),
)
const sourceId = source.id

interface Person {
  id: number
  fields: Parameters<typeof linesOf>[0]
}
let person: Person
let visitId: number
const addVisit = async (patientId: number, fields: object = {}): Promise<number> =>
  sure(await technician.post(`/visit/create/${patientId}`, { reportTypeIds: [typeId, otherId], ...fields }))
    .id
const visitsOf = async (patientId: number): Promise<Visit[]> =>
  (await technician.get(`/visit/getByPatientId/${patientId}`)).body.data
beforeEach(async () => {
  const fields = patientFields() as Person['fields']
  person = { fields, id: await registerPatient(technician, { ...fields }) }
  visitId = await addVisit(person.id)
})

const ofReport = (patientId: number) => ({ patientId, reportTypeId: typeId, title: 'Blood count' })

const receiveOrder = async (changes: { collected?: string; provider?: string } = {}): Promise<number> => {
  const fields = Array.from({ length: 26 }, () => '')
  Object.assign(fields, { 0: 'OBR', 1: '1', 3: `N${person.id}`, 4: 'CBC^Blood count', 25: 'F' })
  Object.assign(fields, { 7: changes.collected ?? '', 16: changes.provider ?? '' })
  const pdf = (await reportPdf(...linesOf(person.fields))).toString('base64')
  const { emrId, fullName, dob } = person.fields
  const pid = `PID|1||${emrId}||${fullName.split(' ').toReversed().join('^')}||${dob.replaceAll('-', '')}`
  const message = segments(msh(), pid, fields.join('|'), obx(`^application^PDF^Base64^${pdf}`))
  const answer = await app.services.hl7Messages.answer(PEER, Buffer.from(message))
  expect(answer?.toString()).toContain('MSA|AA')
  const [item] = await listInbox(technician)
  return item?.id ?? 0
}

const receiveFile = async (): Promise<number> => {
  const pdf = await reportPdf(...linesOf(person.fields))
  async function* content() {
    yield await Promise.resolve(pdf)
  }
  const [received] = await app.services.intake.receive({ labId: lab.id, sourceId }, [
    { fileName: 'result.pdf', content: content() },
  ])
  return received && 'itemId' in received ? received.itemId : 0
}

const WAYS: Record<string, () => Promise<unknown>> = {
  'the form': () => publishReport(technician, person.id, typeId),
  'the form of the inbox': async () => {
    const id = await dropReport(technician, ...linesOf(person.fields))
    return sure(await decideItem(technician, `/inbox/publish/${id}`, ofReport(person.id)))
  },
  'publishing many': async () => {
    const id = await dropReport(technician, ...linesOf(person.fields))
    return sure(await technician.post('/inbox/publishMatched', { items: [{ id, ...ofReport(person.id) }] }))
  },
  'a folder that publishes automatically': async () =>
    app.services.automaticPublishing.run({ itemId: await receiveFile() }),
  'an order that is published automatically': async () =>
    app.services.automaticPublishing.run({ itemId: await receiveOrder() }),
  'the right patient of a report of another': async () => {
    const { id } = await publishReport(doctor, await registerPatient(technician), typeId)
    return sure(await reassignReport(doctor, id, { patientId: person.id }))
  },
}

describe.each(Object.entries(WAYS))('a report that is published by %s', (_name, publish) => {
  it('fills the visit that awaits its type, and the counter says what is missing [VISIT-72] [VISIT-73]', async () => {
    await publish()
    const [visit, ...others] = await visitsOf(person.id)
    expect(others).toEqual([])
    expect(visit).toMatchObject({ id: visitId, state: 'awaited', reports: [{ title: 'Blood count' }] })
    const states = sure(await technician.get(`/visit/getStates?patients=${person.id}`))
    expect(states).toMatchObject([
      {
        state: 'awaited',
        expected: [
          { title: 'Blood count', isFulfilled: true },
          { title: 'HbA1c', isFulfilled: false },
        ],
      },
    ])
  })
})

describe('a report that is published', () => {
  it('fills the visit when it is released [VISIT-72]', async () => {
    await needTwoPersons(admin, lab)
    const id = await submitReport(technician, person.id, typeId)
    expect(await visitsOf(person.id)).toMatchObject([{ reports: [] }])
    await releaseReport(doctor, id)
    expect(await visitsOf(person.id)).toMatchObject([{ id: visitId, reports: [{ title: 'Blood count' }] }])
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
  })

  it('fills none of two visits that await its type, and none when a person chose none [VISIT-74]', async () => {
    await publishReport(technician, person.id, typeId, { visitId: 'none' })
    await addVisit(person.id)
    await publishReport(technician, person.id, typeId)
    expect(await visitsOf(person.id)).toMatchObject([{ reports: [] }, { reports: [] }])
  })

  it('fills no visit of its type that has one already, is canceled, or is of a lab without visits [VISIT-74]', async () => {
    await publishReport(technician, person.id, typeId)
    await publishReport(technician, person.id, typeId)
    expect(await visitsOf(person.id)).toMatchObject([{ reports: [{}] }])
    sure(await technician.post(`/visit/cancel/${visitId}`))
    await publishReport(technician, person.id, otherId)
    expect(await visitsOf(person.id)).toMatchObject([{ reports: [] }])
    await addVisit(person.id)
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: false }))
    await publishReport(technician, person.id, typeId)
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
    expect(await visitsOf(person.id)).toMatchObject([{ reports: [] }, { reports: [] }])
  })

  it('takes, for an order, no visit of other days or another referrer [VISIT-75]', async () => {
    await app.services.automaticPublishing.run({
      itemId: await receiveOrder({ collected: '20260102080000' }),
    })
    expect(await visitsOf(person.id)).toMatchObject([{ reports: [{}] }, { id: visitId, reports: [] }])
  })
})

describe('a report that is missing', () => {
  const waits = async () => (await visitsOf(person.id))[0]?.expected.map((one) => one.waits)
  const since = expect.any(String)

  it('waits in the inbox, and with who opened its file [VISIT-87]', async () => {
    expect(await waits()).toEqual([null, null])
    const id = await dropReport(technician, ...linesOf(person.fields))
    expect(await waits()).toEqual([{ place: 'inbox', since, person: null }, null])
    sure(await technician.post(`/inbox/claim/${id}`))
    expect(await waits()).toEqual([{ place: 'inbox', since, person: 'Technician Person' }, null])
    const [counted] = sure(await technician.get(`/visit/getStates?patients=${person.id}`))
    expect(counted.expected[0].waits).toEqual({ place: 'inbox', since, person: 'Technician Person' })
  })

  it('awaits release, or is back with its author [VISIT-87]', async () => {
    await needTwoPersons(admin, lab)
    const id = await submitReport(technician, person.id, typeId)
    expect(await waits()).toEqual([{ place: 'release', since, person: null }, null])
    const { revision } = await openUnreleased(doctor, id)
    sure(await doctor.post(`/release/return/${id}`, { revision, reason: 'The unit is missing' }))
    expect(await waits()).toEqual([{ place: 'returned', since, person: 'Technician Person' }, null])
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
  })
})
