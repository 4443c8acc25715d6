import { inboxFileAddress, REFUSAL, type InboxItem } from '@zelab/contract'
import { beforeEach, expect, it } from 'vitest'
import {
  msh,
  nextControlId,
  obr,
  obx,
  readAnswer,
  resultMessage,
  segments,
} from '../../../testing/hl7-messages.ts'
import { startHl7 } from '../../../testing/hl7-server.ts'
import { caseOf } from '../../../testing/cases.ts'
import { decideItem, linesOf, listInbox, reportPdf } from '../../../testing/inbox.ts'
import { addReportType, patientFields, registerPatient } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

let order = 0
let patient: Parameters<typeof linesOf>[0]
let patientId: number

const hl7 = await stopAtEnd(startHl7())
const { port } = await hl7.startServer({ inbox: hl7.app.services.intake })
const technician = await hl7.app.signedIn('Technician', hl7.lab)
const typeId = await addReportType(technician)

beforeEach(async () => {
  order += 1
  patient = patientFields({ fullName: 'Salma Haddad' })
  patientId = await registerPatient(technician, { ...patient })
})

const send = async (message: string) => {
  const sender = await hl7.connect(port)
  try {
    return readAnswer((await sender.send(message)) ?? '')
  } finally {
    sender.end()
  }
}
const pid = () => `PID|1||${patient.emrId}^^^LIS^MR||Haddad^Salma||${patient.dob.replaceAll('-', '')}|F`
const message = (pdf: Buffer, { status = 'F', controlId = nextControlId(), person = pid() } = {}) =>
  segments(
    msh({ controlId }),
    person,
    obr(`A${order}`, status),
    obx(`^application^PDF^Base64^${pdf.toString('base64')}`, status),
  )
const itemsOfOrder = async (): Promise<InboxItem[]> => {
  const rows = await hl7.app.database.query<{ id: number }>(
    'select id from inbox_items where order_key like $1 order by id',
    [`%A${order}%`],
  )
  const listed = await listInbox(technician)
  return rows.flatMap(({ id }) => listed.filter((one) => one.id === id))
}

it('puts a report into the inbox of its lab, green when sender and file agree [INBOX-73]', async () => {
  const answer = await send(message(await reportPdf(...linesOf(patient))))
  expect(answer.code).toBe('AA')
  const items = await itemsOfOrder()
  expect(items).toMatchObject([
    { match: 'green', patient: { id: patientId }, source: { kind: 'hl7', name: 'LIS' }, lab: hl7.lab },
  ])
  expect(items[0]?.title).toBe('Complete blood count')
})

it('marks a file without text green by the sender alone, but never when they differ [INBOX-67]', async () => {
  expect((await send(message(await reportPdf()))).code).toBe('AA')
  expect((await itemsOfOrder())[0]).toMatchObject({ match: 'green' })
  order += 1
  const other = linesOf({ fullName: 'Omar Saleh', dob: '1971-02-03', emrId: 'EMR-99999' })
  await send(message(await reportPdf(...other)))
  expect((await itemsOfOrder())[0]).toMatchObject({ match: 'amber' })
})

it('adds a repeated message once, also from two connections at the same moment [INBOX-75]', async () => {
  const repeated = message(await reportPdf(...linesOf(patient)))
  const answers = await Promise.all([send(repeated), send(repeated), send(repeated)])
  expect(answers.map(({ code }) => code)).toEqual(['AA', 'AA', 'AA'])
  expect(await itemsOfOrder()).toHaveLength(1)
})

it('adds a report in several OBX once and whole, and nothing of half a report [INBOX-138] [INBOX-139]', async () => {
  const pdf = await reportPdf(...linesOf(patient))
  const base64 = pdf.toString('base64')
  const half = Math.ceil(base64.length / 8) * 4 + 1
  const parts = [base64.slice(0, half), base64.slice(half)].map(
    (part, at) => `OBX|${at + 1}|ED|PDF^Report|${at + 1}|^application^PDF^Base64^${part}||||||F`,
  )
  const withParts = (...lines: string[]) => segments(msh(), pid(), obr(`A${order}`), ...lines)
  expect((await send(withParts(parts[0] ?? ''))).code).toBe('AR')
  expect(await send(withParts(parts[0] ?? '', 'OBX|2|NM|HB||7.1||||||F', parts[1] ?? ''))).toMatchObject({
    code: 'AR',
  })
  expect(
    await send(withParts(parts[0] ?? '', (parts[1] ?? '').replace('PDF^Report', 'OTHER'))),
  ).toMatchObject({
    code: 'AR',
    text: expect.stringContaining('does not continue the one before it'),
  })
  expect(await itemsOfOrder()).toEqual([])
  expect((await send(withParts(...parts))).code).toBe('AA')
  const items = await itemsOfOrder()
  expect(items).toMatchObject([{ match: 'green' }])
  const opened = await technician.raw('GET', inboxFileAddress(items[0]?.id ?? 0))
  expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf)
})

it('reads Base64 without padding and messages of version 2.7 [INBOX-136] [INBOX-137]', async () => {
  for (const name of ['hl7-base64-without-padding', 'hl7-version-2.7'])
    expect(await send(caseOf(`${name}.hl7`).toString('latin1'))).toMatchObject({ code: 'AA' })
})

it('proposes to correct and to withdraw published reports [INBOX-69]', async () => {
  await send(message(await reportPdf(...linesOf(patient))))
  const [first] = await itemsOfOrder()
  const fields = { patientId, reportTypeId: typeId, title: 'Blood count' }
  const published = await decideItem(technician, `/inbox/publish/${first?.id}`, fields)
  const { reportId } = published.body.data
  await send(message(await reportPdf(...linesOf(patient)), { status: 'C' }))
  await send(message(await reportPdf(), { status: 'W' }))
  expect(await itemsOfOrder()).toMatchObject([
    { kind: 'amendment', target: { id: reportId } },
    { kind: 'withdrawal', target: { id: reportId }, file: null },
  ])
})

it('refuses a file that an upload refuses, and stores nothing of it [INBOX-73]', async () => {
  const answer = await send(resultMessage({ patient: pid(), pdf: Buffer.from('%PDF-1.4 /JavaScript') }))
  expect(answer).toMatchObject({ code: 'AR' })
  expect(answer.text).toMatch(/damaged|scripts/)
  expect(await itemsOfOrder()).toEqual([])
})

it('shows the sender’s last statement about a file: another patient, final results, or a file it had withdrawn [INBOX-122]', async () => {
  const answers: string[] = []
  for (const name of [
    'hl7-same-file-1-wrong-patient',
    'hl7-same-file-2-patient-corrected-C',
    'hl7-same-file-1-preliminary',
    'hl7-same-file-2-final',
    'hl7-same-file-withdrawn-then-final-again',
  ])
    for (const text of caseOf(`${name}.hl7`)
      .toString('latin1')
      .split(/\r?\n?---- .* message ----\r?\n?/))
      answers.push((await send(text)).code ?? '')
  expect(new Set(answers)).toEqual(new Set(['AA']))
  const itemOf = async (order: string) => {
    const rows = await hl7.app.database.query<{ id: number }>(
      'select id from inbox_items where order_key like $1',
      [`${order}^%`],
    )
    const listed = await listInbox(technician)
    return rows.map(({ id }) => listed.find((one) => one.id === id))
  }
  expect(await itemOf('FCASE1')).toMatchObject([
    { kind: 'amendment', problem: null, changedAt: expect.any(String) },
  ])
  expect(await itemOf('FCASE2')).toMatchObject([{ kind: 'report', problem: null }])
  expect(await itemOf('FCASE3')).toMatchObject([{ kind: 'report', problem: null }])
})

it('permanently refuses a file without pages, and a message with a defective file [INBOX-125]', async () => {
  expect(await send(caseOf('hl7-pdf-no-pages.hl7').toString('latin1'))).toMatchObject({
    ...{ code: 'AR', text: REFUSAL.PDF_DAMAGED },
  })
  const { database } = hl7.app
  await database.execute(
    `alter table inbox_items add constraint unexpected check (order_key not like 'FA${order}^%') not valid`,
  )
  try {
    const answer = await send(message(await reportPdf()))
    expect(answer).toMatchObject({ code: 'AR', text: REFUSAL.FILE_NOT_PROCESSED })
  } finally {
    await database.execute('alter table inbox_items drop constraint unexpected')
  }
  expect((await send(message(await reportPdf()))).code).toBe('AA')
})
