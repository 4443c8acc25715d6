import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { addDelegate, guardianFields } from '../../../testing/delegates.ts'
import { startHl7 } from '../../../testing/hl7-server.ts'
import { listInbox, reportPdf, linesOf } from '../../../testing/inbox.ts'
import { acknowledgment, startHl7Receiver, storeHl7Receiver } from '../../../testing/receivers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  patientFields,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

/** A second installation of this product. */
const clinic = await stopAtEnd(startHl7())
const { certificates } = clinic
const outClient = certificates.issueClient('zelab-out')
await clinic.addSource(outClient.fingerprint)
const clinicServer = await clinic.startServer({ inbox: clinic.app.services.intake })
const ca = readFileSync(certificates.authority.file('ca.pem'), 'utf8')
const hl7Out = { cert: String(outClient.tls.cert), key: String(outClient.tls.key) }

const slowFiles = { openSlowly: async () => {} }
const app = await useTestApp({
  ...{ outboundNetworks: ['127.0.0.0/8'], hl7Out },
  storage: (disk) => ({
    ...disk,
    async open(...file) {
      await slowFiles.openSlowly()
      return disk.open(...file)
    },
  }),
})
const admin = await app.signedIn('Admin')
const { sender } = app.services

const open = async (at: { port: number; serverName?: string } = clinicServer) => {
  const lab = await app.createLab()
  const doctor = await app.signedIn('Doctor', lab)
  const type = await addReportType(doctor)
  const id = await storeHl7Receiver(app, { labId: lab.id, createdBy: admin.user.id }, { ca, ...at })
  const sendings = () =>
    app.database.query<{ id: number; state: string; answer: string; type: string }>(
      'select id, state, answer, type from integration_sendings where integration_id = $1 order by id',
      [id],
    )
  const patient = patientFields({ fullName: 'Salma Noor Haddad' })
  const patientId = await registerPatient(doctor, { ...patient })
  const upload = async (...more: string[]) =>
    uploadFile(doctor, await reportPdf(...linesOf(patient), ...more))
  const publish = async () => (await publishReport(doctor, patientId, type, { fileUrl: await upload() })).id
  const receiver = () =>
    app.database.one<Record<string, unknown>>('select * from integrations where id = $1', [id])
  return { id, doctor, type, patient, patientId, publish, upload, sendings, receiver }
}

it('brings a report, its correction and its withdrawal to a second installation [API-OUT-54]', async () => {
  const one = await open()
  const technician = await clinic.app.signedIn('Technician', clinic.lab)
  const report = await one.publish()
  await sender.run({ id: one.id })
  expect(await one.sendings()).toMatchObject([{ state: 'done', answer: 'AA', type: 'report.published' }])
  const [item] = await listInbox(technician)
  const [stored] = await clinic.app.database.query<{ order_key: string; kind: string; sha256: Buffer }>(
    'select i.order_key, i.kind, f.sha256 from inbox_items i join report_files f on f.id = i.file_id where i.id = $1',
    [item?.id],
  )
  expect(stored?.order_key).toContain(String(report))
  const [sent] = await app.database.query<{ sha256: Buffer }>(
    'select f.sha256 from reports r join report_files f on f.id = r.file_id where r.id = $1',
    [report],
  )
  expect(stored?.sha256.equals(sent?.sha256 ?? Buffer.of())).toBe(true)
  const fields = { title: 'CBC', patientId: one.patientId, reportTypeId: one.type, reason: 'wrong-result' }
  sure(
    await one.doctor.put(`/report/update/${report}`, { ...fields, fileUrl: await one.upload('Corrected') }),
  )
  await sender.run({ id: one.id })
  await withdrawReport(one.doctor, report, { reason: 'published-twice' })
  await sender.run({ id: one.id })
  expect(await one.sendings()).toMatchObject([
    { state: 'done', answer: 'AA', type: 'report.published' },
    { state: 'done', answer: 'AA', type: 'report.amended' },
    { state: 'done', answer: 'AA', type: 'report.withdrawn' },
  ])
  const items = await clinic.app.database.query('select kind, problem from inbox_items order by id')
  expect(items).toEqual([
    { kind: 'report', problem: 'withdrawn-by-sender' },
    { kind: 'amendment', problem: 'withdrawn-by-sender' },
  ])
})

const fake = await stopAtEnd(startHl7Receiver(certificates))

it.each([
  ['AE', 'waiting', 'AE Not now'],
  ['CE', 'waiting', 'CE Not now'],
  ['AR', 'refused', 'AR Not now'],
  ['CR', 'refused', 'CR Not now'],
  ['CA', 'done', 'CA Not now'],
])('treats a change after the acknowledgment %s as %s [API-OUT-55]', async (code, state, answer) => {
  const one = await open(fake)
  fake.state.answer = (controlId) => acknowledgment(code, controlId, 'Not now\u0007')
  await one.publish()
  await sender.run({ id: one.id })
  expect(await one.sendings()).toMatchObject([{ state, answer }])
  expect((await one.receiver()).failing_since).toBeNull()
})

it.each([
  ['another message', () => 'MSH|^~\\&|\rMSA|AA|other\r', 'The answer names another message'],
  ['no acknowledgment', () => 'MSH|^~\\&|\r', 'The answer is not an acknowledgment'],
  ['no HL7', () => 'fine', 'The answer is not an acknowledgment'],
  ['an endless line', () => `MSH|^~\\&|${'x'.repeat(70_000)}\r`, 'The answer is not an acknowledgment'],
])('counts an answer about %s as a failure of the receiver [API-OUT-55]', async (_what, answer, failure) => {
  const one = await open(fake)
  fake.state.answer = answer
  await one.publish()
  await sender.run({ id: one.id })
  expect(await one.receiver()).toMatchObject({ failure, tries: 1 })
  expect(await one.sendings()).toMatchObject([{ state: 'waiting', answer: failure }])
})

it('keeps the number of a message on every try [API-OUT-52]', async () => {
  const one = await open(fake)
  fake.controlIds.length = 0
  fake.state.answer = () => 'nothing'
  await one.publish()
  for (let tries = 0; tries < 3; tries++) {
    await sender.run({ id: one.id })
    await app.database.query('update integrations set next_try_at = null where id = $1', [one.id])
  }
  expect(fake.controlIds).toHaveLength(3)
  expect(new Set(fake.controlIds).size).toBe(1)
})

it('sends nothing to a server with another name [API-OUT-54]', async () => {
  const one = await open({ port: fake.port, serverName: 'other.test' })
  fake.controlIds.length = 0
  await one.publish()
  await sender.run({ id: one.id })
  expect((await one.receiver()).failure).toBe('The certificate is for another host name')
  expect(fake.controlIds).toEqual([])
})

it('sends no file when the report is withdrawn while the file is read [API-OUT-56]', async () => {
  const one = await open(fake)
  fake.controlIds.length = 0
  fake.state.answer = (controlId) => acknowledgment('AA', controlId)
  const report = await one.publish()
  const { openSlowly } = slowFiles
  slowFiles.openSlowly = async () => {
    await withdrawReport(one.doctor, report, { reason: 'published-twice' })
  }
  await sender.run({ id: one.id })
  slowFiles.openSlowly = openSlowly
  expect(fake.controlIds).toEqual([])
  expect((await one.sendings()).map(({ state }) => state)).toEqual(['superseded', 'superseded'])
})

it('sends a corrected name as a correction, another change as final or not at all, and the end about what was sent [API-OUT-148 API-OUT-149]', async () => {
  const one = await open(fake)
  const messages: string[] = []
  fake.state.answer = (controlId, message) => {
    messages.push(message)
    return acknowledgment('AA', controlId)
  }
  const { id: labId } = await app.database.one<{ id: number }>(
    'select lab_id as id from integrations where id = $1',
    [one.id],
  )
  sure(await admin.put(`/lab/updateVisitSettings/${labId}`, { isOn: true }))
  const visitId = sure(
    await one.doctor.post(`/visit/create/${one.patientId}`, {
      reportTypeIds: [one.type],
      orderNumber: 'A-1',
    }),
  ).id
  const fileUrl = await one.upload()
  const report = (await publishReport(one.doctor, one.patientId, one.type, { fileUrl, visitId })).id
  const send = async () => {
    await app.services.changeBacklog.run()
    await sender.run({ id: one.id })
  }
  const correct = async (path: string, changes: object) => {
    sure(await one.doctor.put(path, changes))
    await send()
  }
  await send()
  await correct(`/patient/update/${one.patientId}`, { ...one.patient, fullName: 'Salma Haddad' })
  await correct(`/visit/update/${visitId}`, { orderNumber: 'B-2' })
  await addDelegate(one.doctor, one.patientId, guardianFields())
  await send()
  expect(messages).toHaveLength(3)
  // After the receiver lost its data.
  const since = new Date(Date.now() - 3_600_000).toISOString()
  sure(await admin.post(`/integration/replay/${one.id}`, { since }))
  await sender.run({ id: one.id })
  await withdrawReport(one.doctor, report, { reason: 'published-twice' })
  await correct(`/visit/update/${visitId}`, { orderNumber: 'C-3' })
  const read = (message: string) => {
    const field = (name: string, position: number) =>
      message
        .split('\r')
        .find((line) => line.startsWith(name))
        ?.split('|')[position] ?? ''
    return [field('PID', 5).split('^')[0], field('OBR', 2), field('OBX', 11), field('OBX', 5) !== '']
  }
  expect(messages.map(read)).toEqual([
    ['Salma Noor Haddad', 'A-1', 'F', true],
    ['Salma Haddad', 'A-1', 'C', true],
    ['Salma Haddad', 'B-2', 'F', true],
    ['Salma Haddad', 'B-2', 'F', true],
    ['Salma Haddad', 'B-2', 'W', false],
  ])
})

it('keeps the content of a message on every try, but for its time [API-OUT-149]', async () => {
  const one = await open(fake)
  const messages: string[] = []
  fake.state.answer = (controlId, message) => {
    messages.push(message.replace(/^(([^|]*\|){6})[^|]*/, '$1'))
    return messages.length < 3 ? 'nothing' : acknowledgment('AA', controlId)
  }
  await one.publish()
  for (let tries = 0; tries < 3; tries++) {
    await sender.run({ id: one.id })
    await app.database.query('update integrations set next_try_at = null where id = $1', [one.id])
    await app.database.query("update patients set full_name = 'Corrected Later' where id = $1", [
      one.patientId,
    ])
  }
  expect(messages).toHaveLength(3)
  expect(new Set(messages).size).toBe(1)
})
