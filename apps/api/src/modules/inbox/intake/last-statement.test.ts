import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { msh, obr, obx, segments } from '../../../testing/hl7-messages.ts'
import { decideItem, dropFile, openItem } from '../../../testing/inbox.ts'
import { type TestLab, type TestUser, useTestApp } from '../../../testing/test-app.ts'
import { addReportType, pdfBytes, registerPatient } from '../../../testing/test-records.ts'
import { zipOf } from '../../../testing/zip-files.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'
import { seenReport } from '../../../testing/critical.ts'

const CERTIFICATE = 'd'.repeat(64)
/** A correction has a file of its person, because one of the same file would correct the person. */
const FILES = [pdfBytes(1), pdfBytes(2), pdfBytes(3), pdfBytes(4)]
const PEOPLE = ['A-100', 'B-200']
let lab: TestLab
let technician: ApiClient & { user: TestUser }
let patientIds: number[]
let sources: { hl7: number; folder: number }
let serial = 0

const app = await useTestApp({ hl7Port: 2575 })
const typeId = await addReportType(await app.signedIn('Admin'))

beforeEach(() => newLab())

/** A new lab per run, because known files count as duplicates. */
async function newLab() {
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  await app.database.execute('update inbox_sources set removed_at = now() where removed_at is null')
  const add = async (columns: string, values: string) =>
    (
      await app.database.one<{ id: number }>(
        `insert into inbox_sources (lab_id, name, ${columns}) values ($1, 'Source', ${values}) returning id`,
        [lab.id],
      )
    ).id
  sources = {
    hl7: await add('kind, certificate, addresses', `'hl7', '${CERTIFICATE}', '{127.0.0.0/8}'`),
    folder: await add('kind, folder', `'folder', 'scans-${lab.id}'`),
  }
  await app.database.execute(
    `insert into inbox_settings (lab_id, file_name_pattern) values ($1, '{emrId}_{ignore}')`,
    [lab.id],
  )
  patientIds = []
  for (const emrId of PEOPLE)
    patientIds.push(await registerPatient(technician, { emrId, fullName: 'Salma Haddad', dob: '1990-05-01' }))
}

interface Said {
  file: number
  person: number
  status: 'P' | 'F' | 'C' | 'W'
}

const sendHl7 = async ({ file, person, status }: Said) => {
  const pdf = `^application^PDF^Base64^${FILES[file]?.toString('base64')}`
  const pid = `PID|1||${PEOPLE[person]}^^^LIS^MR||Haddad^Salma||19900501|F`
  const message = segments(msh(), pid, obr('77', status), obx(pdf, status))
  const answer = await app.services.hl7Messages.answer(
    { certificate: CERTIFICATE, address: '127.0.0.1' },
    Buffer.from(message),
  )
  expect(answer?.toString()).toContain('MSA|AA')
}
const nameOf = ({ person }: Said) => `${PEOPLE[person]}_${++serial}.pdf`
const sendToFolder = async (said: Said) => {
  async function* content() {
    yield FILES[said.file] ?? Buffer.alloc(0)
    await Promise.resolve()
  }
  const origin = { labId: lab.id, sourceId: sources.folder }
  await app.services.intake.receive(origin, [{ fileName: nameOf(said), content: content() }])
}
const sendZip = async (said: Said) => {
  const zip = zipOf([{ name: nameOf(said), content: FILES[said.file] ?? Buffer.alloc(0) }])
  expect((await dropFile(technician, zip, 'results.zip')).status).toBe(200)
}

interface SeenItem {
  id: number
  kind: string
  problem: string | null
  targetId: number | null
  file: number
  ids: string[]
}

const meant = async (): Promise<SeenItem[]> => {
  const rows = await app.database.query<Omit<SeenItem, 'file'> & { sha: string | null }>(
    `select i.id, i.kind, i.problem, i.target_report_id as "targetId", encode(f.sha256, 'hex') as sha,
            i.hints -> 'hints' -> 'emrIds' as ids
       from inbox_items i left join report_files f on f.id = i.file_id
      where i.lab_id = $1 and i.state = 'open'
        and coalesce(i.problem, '') not in ('superseded', 'withdrawn-by-sender') order by i.id`,
    [lab.id],
  )
  return rows.map(({ sha, ...row }) => ({ ...row, file: SHAS.indexOf(sha ?? '') }))
}
const SHAS = FILES.map((file) => createHash('sha256').update(file).digest('hex'))

const publishedReports = () =>
  app.database.query<{ id: number; patientId: number; version: number; sha: string }>(
    `select r.id, r.patient_id as "patientId", r.version, encode(f.sha256, 'hex') as sha
       from reports r join report_files f on f.id = r.file_id where r.lab_id = $1 and r.withdrawn_at is null`,
    [lab.id],
  )

const decideOn = async (item: SeenItem): Promise<number> => {
  const opened = await openItem(technician, item.id)
  const patientId = patientIds[PEOPLE.indexOf(item.ids[0] ?? '')]
  const fields = { reportTypeId: typeId, title: `Report ${++serial}` }
  const key = { headers: { 'idempotency-key': randomUUID() } }
  if (item.kind === 'withdrawal' && opened.target) {
    const { id: reportId } = opened.target
    const body = { reportId, ...(await seenReport(technician, reportId)), reason: 'wrong-file' }
    expect((await technician.post(`/inbox/withdraw/${item.id}`, body, key)).status).toBe(200)
    return opened.target.id
  }
  if (item.kind === 'withdrawal') {
    await technician.post(`/inbox/reject/${item.id}`, { reason: 'sender-error' })
    return 0
  }
  const { target } = opened
  if (item.kind === 'amendment' && target && target.patient.id === patientId) {
    const body = { reportId: target.id, version: target.version, ...fields, reason: 'clerical' }
    expect((await decideItem(technician, `/inbox/amend/${item.id}`, body, key)).status).toBe(200)
    return target.id
  }
  if (target && item.kind === 'amendment')
    await withdrawReport(technician, target.id, { reason: 'wrong-patient' })
  const answer = await decideItem(technician, `/inbox/publish/${item.id}`, { patientId, ...fields }, key)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.reportId
}

const said = fc
  .record<Said>({
    file: fc.nat({ max: 1 }),
    person: fc.nat({ max: 1 }),
    status: fc.constantFrom('P', 'F', 'C', 'W'),
  })
  .map((one) => (one.status === 'C' ? { ...one, file: 2 + one.person } : one))
const steps = fc.array(fc.oneof({ weight: 3, arbitrary: said }, fc.constantFrom('decide', 'reject')), {
  minLength: 2,
  maxLength: 9,
})

const isMeantBy = ({ file, person, status }: Said, item: SeenItem) =>
  item.kind !== 'withdrawal' &&
  item.file === file &&
  item.ids[0] === PEOPLE[person] &&
  (item.problem === 'not-final') === (status === 'P')

describe("the sender's last statement", () => {
  it('appears with HL7 messages after any messages and decisions [INBOX-122]', async () => {
    const itemsOf = async (person: number) => (await meant()).filter(({ ids }) => ids[0] === PEOPLE[person])
    const check = async (last: Said, publishedSaid: Said | undefined) => {
      const items = await itemsOf(last.person)
      const reports = (await publishedReports()).filter(
        ({ patientId }) => patientId === patientIds[last.person],
      )
      if (last.status === 'W') {
        expect(items.filter(({ kind }) => kind !== 'withdrawal')).toEqual([])
        const targets = items.map(({ targetId }) => targetId)
        for (const { id } of reports) expect(targets).toContain(id)
        return
      }
      if (items.length > 0) expect(items.map((one) => isMeantBy(last, one))).toEqual([true])
      else {
        expect(publishedSaid).toEqual(last)
        expect(reports.map(({ sha }) => sha)).toContain(SHAS[last.file])
      }
    }
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await newLab()
        const said = new Map<number, Said>()
        const publishedSaid = new Map<number, Said | undefined>()
        for (const step of sequence) {
          if (typeof step !== 'string') {
            const other = 1 - step.person
            const before = await itemsOf(other)
            said.set(step.person, step)
            await sendHl7(step)
            await check(step, publishedSaid.get(step.person))
            expect(await itemsOf(other)).toEqual(before)
            continue
          }
          const [item] = await meant()
          const person = PEOPLE.indexOf(item?.ids[0] ?? '')
          const last = said.get(person)
          if (!item || !last) continue
          if (step === 'reject')
            expect(
              (await technician.post(`/inbox/reject/${item.id}`, { reason: 'sender-error' })).status,
            ).toBe(200)
          else {
            await decideOn(item)
            publishedSaid.set(person, last.status === 'W' ? undefined : last)
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  for (const [way, send] of [
    ['watched folders', sendToFolder],
    ['ZIP archives', sendZip],
  ] as const)
    it(`appears with ${way} after any messages and decisions [INBOX-122]`, async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          await newLab()
          for (const step of sequence) {
            if (typeof step !== 'string') {
              await send(step)
              const items = await meant()
              const waits = items.some((one) => one.file === step.file && one.ids[0] === PEOPLE[step.person])
              const reports = await publishedReports()
              const isPublished = reports.some(
                ({ sha, patientId }) => sha === SHAS[step.file] && patientId === patientIds[step.person],
              )
              expect(waits || isPublished, JSON.stringify({ step, items })).toBe(true)
              continue
            }
            const [item] = await meant()
            if (item && step === 'decide') await decideOn(item)
            if (item && step === 'reject')
              await technician.post(`/inbox/reject/${item.id}`, { reason: 'sender-error' })
          }
        }),
        { numRuns: 12 },
      )
    })
})
