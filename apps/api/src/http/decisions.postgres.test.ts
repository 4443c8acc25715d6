import { describe, expect, it } from 'vitest'
import { VALIDATION, type Endpoint } from '@zelab/contract'
import { sure, type ApiAnswer } from '../testing/api-client.ts'
import { callFields, seenReport, SILENT_MAIL_SERVER, useCritical } from '../testing/critical.ts'
import { endpoints } from '../testing/endpoints.ts'
import {
  decisionOn,
  needTwoPersons,
  openUnreleased,
  releaseReport,
  submitReport,
} from '../testing/release.ts'
import { LinkClient } from '../testing/link-client.ts'
import { reassignReport, withdrawReport } from '../testing/withdrawal.ts'
import { useTestApp } from '../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../testing/test-records.ts'

interface Parts {
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  in?: Schema
}
interface Schema {
  _zod: { def: Parts }
}
/** Fields of the object, also of one that may be absent or is transformed. */
const shapeOf = (schema?: Schema): Record<string, Schema> => {
  if (!schema) return {}
  const { shape, innerType, in: input } = schema._zod.def
  return shape ?? shapeOf(innerType ?? input)
}

/** Endpoints that name the file, alone or in their list of items. */
const decisions = endpoints.flatMap(([name, endpoint]): [string, Endpoint, string[]][] => {
  const shape = shapeOf(endpoint.body as Schema | undefined)
  const element = shape.items?._zod.def.element
  const fields = Object.keys(element ? shapeOf(element) : shape)
  return fields.includes('sha256') ? [[name, endpoint, fields]] : []
})
/** The record that each decision is about, and what its page shows. */
const subjects: Record<
  'report' | 'unreleased' | 'alone' | 'critical' | 'item',
  { id: number; seen: object }
> = {} as never

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const author = await app.signedIn('Technician', lab)
const colleague = await app.signedIn('Doctor', lab)
const doctor = await app.signedIn('Doctor', lab)
const type = await addReportType(doctor)
const patientId = await registerPatient(doctor, { dob: '1990-05-01' })
await useCritical(admin, lab.id)
const { id } = await publishReport(author, patientId, type, { isCritical: true })
const [result] = sure(await doctor.get(`/critical/getByReportId/${id}`)).results as { id: number }[]
subjects.report = { id, seen: await seenReport(doctor, id) }
subjects.critical = { id: result?.id ?? 0, seen: await seenReport(doctor, id) }

await needTwoPersons(admin, lab, { allowsAlone: true })
const alone = await submitReport(colleague, patientId, type)
sure(await releaseReport(colleague, alone, { aloneReason: 'No other Doctor is on duty tonight' }))
subjects.alone = { id: alone, seen: await decisionOn(doctor, alone) }
const amendment = { title: 'Amended', reportTypeId: type, patientId, reason: 'wrong-result', version: 1 }
const answer = await author.put(`/report/update/${id}`, { ...amendment, fileUrl: await uploadFile(author) })
const unreleasedId = answer.body.data.unreleasedId as number
subjects.unreleased = {
  id: unreleasedId,
  seen: { ...(await decisionOn(doctor, unreleasedId)), ...(await openUnreleased(doctor, unreleasedId)) },
}

const source = await admin.post(`/lab/addInboxSource/${lab.id}`, {
  ...{ kind: 'hl7', name: 'Analyzer', isOn: true, publishesAutomatically: false },
  ...{ certificate: 'c'.repeat(64), addresses: ['10.0.0.1'] },
})
const [received] = await app.services.intake.receive({ labId: lab.id, sourceId: sure(source).id }, [
  { fileName: 'result', kind: 'withdrawal', orderKey: 'ORDER-1', content: undefined },
])
subjects.item = {
  id: received && 'itemId' in received ? received.itemId : 0,
  seen: { ...subjects.report.seen, reportId: id },
}

const other = await registerPatient(doctor)
/** Fields besides what was seen. */
const FIELDS: Record<string, object> = {
  'reports.withdraw': { reason: 'wrong-file' },
  'reports.reassign': { patientId: other },
  'inbox.withdraw': { reason: 'wrong-file', reportId: id },
}

const subjectOf = (name: string) => {
  if (name === 'inbox.withdraw') return subjects.item
  if (name === 'release.review') return subjects.alone
  if (name === 'critical.removeFlag') return subjects.critical
  return /^release\.|Unreleased/.test(name) ? subjects.unreleased : subjects.report
}
const WRONG = { revision: 99, version: 99, sha256: 'a'.repeat(64) }

const rows = () =>
  app.database.one(
    `select ${['critical_results', 'critical_calls', 'unreleased_reports', 'reports']
      .map((table) => `(select md5(string_agg(t::text, '|' order by t.id)) from ${table} t) as ${table}`)
      .join(', ')}`,
  )

it('answers with a conflict to every decision about another version, revision or file than the current one [RULE-114]', async () => {
  expect(decisions.length).toBeGreaterThan(10)
  const before = await rows()
  let tried = 0
  for (const [name, { method, path }, fields] of decisions) {
    const { id, seen } = subjectOf(name)
    for (const field of ['revision', 'version', 'sha256'] as const) {
      if (!fields.includes(field) || !(field in seen)) continue
      tried += 1
      const decision = { id, ...seen, [field]: WRONG[field] }
      const named = Object.fromEntries(Object.entries(decision).filter(([key]) => fields.includes(key)))
      const others = FIELDS[name] ?? { ...callFields(), reason: 'The sample of another patient' }
      const body = path.includes(':id') ? { ...others, ...named } : { items: [named] }
      const { status, body: answer } = await doctor.send(method, path.replace(':id', String(id)), body)
      const code: string = path.includes(':id') ? answer.code : answer.data?.[0]?.problem?.code
      expect(status, `${name} with another ${field}`).toBe(path.includes(':id') ? 409 : 200)
      expect(code, `${name} with another ${field}`).toMatch(/^(CRITICAL|UNRELEASED|REPORT)_CHANGED$/)
    }
  }
  expect(tried).toBeGreaterThan(decisions.length * 2 - 1)
  expect(await rows()).toEqual(before)
})

const CHANGES: Record<string, (reportId: number) => Promise<unknown>> = {
  amended: async (reportId) =>
    author.put(`/report/update/${reportId}`, {
      ...{ ...amendment, title: 'By a colleague' },
      fileUrl: await uploadFile(author),
    }),
  withdrawn: async (reportId) => withdrawReport(author, reportId, { reason: 'wrong-file' }),
  reassigned: async (reportId) => reassignReport(author, reportId, { patientId: other }),
}

describe.each(Object.entries(CHANGES))('a report that a colleague has %s meanwhile', (kind, change) => {
  const publish = async () => (await publishReport(author, patientId, type)).id
  const changed = async () => {
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    const reportId = await publish()
    const seen = await seenReport(doctor, reportId)
    expect(await change(reportId)).toMatchObject({ status: 200 })
    return { reportId, seen }
  }
  const expectRefused = ({ status, body }: ApiAnswer, name: string) => {
    expect([status, body.code], name).toEqual([
      409,
      kind === 'amended' ? 'REPORT_CHANGED' : 'REPORT_WITHDRAWN',
    ])
    expect(body.message, name).toContain('Technician Person')
    expect(body.message, name).toContain(
      kind === 'amended'
        ? 'version 2, Wrong or missing result'
        : kind === 'withdrawn'
          ? 'Wrong file'
          : 'Wrong patient',
    )
  }

  it('refuses withdrawal and reassignment, and says who changed what [RULE-120]', async () => {
    const { reportId, seen } = await changed()
    const [item] = await app.services.intake.receive({ labId: lab.id, sourceId: sure(source).id }, [
      { fileName: 'result', kind: 'withdrawal', orderKey: `ORDER-${reportId}`, content: undefined },
    ])
    const before = await rows()
    expectRefused(
      await doctor.delete(`/report/deleteById/${reportId}`, { ...FIELDS['reports.withdraw'], ...seen }),
      'reports.withdraw',
    )
    expectRefused(
      await doctor.post(`/report/republishForPatient/${reportId}`, { patientId: other, ...seen }),
      'reports.reassign',
    )
    expectRefused(
      await doctor.post(`/inbox/withdraw/${item && 'itemId' in item ? item.itemId : 0}`, {
        ...{ reportId, reason: 'wrong-file' },
        ...seen,
      }),
      'inbox.withdraw',
    )
    expect(await rows()).toEqual(before)
  })

  it('goes to its recipient in the current version, or not at all [RULE-122]', async () => {
    const { reportId } = await changed()
    const answer = await doctor.post(`/delivery/handOver/${reportId}`, { channel: 'copy', language: 'en' })
    if (kind !== 'amended') {
      expect([answer.status, answer.body.code]).toEqual([409, 'REPORT_WITHDRAWN'])
      const sent = await doctor.post(`/delivery/send/${reportId}`, { language: 'en' })
      expect([sent.status, sent.body.code]).toEqual([409, 'REPORT_WITHDRAWN'])
      return
    }
    const link = new LinkClient(app, (sure(answer).link as string).split('/r/')[1] ?? '')
    expect((await link.follow(await link.identify('1990-05-01'))).html).toContain('By a colleague')
  })
})

it('refuses a decision of an older page, which names no version, and accepts the withdrawal of the specification [RULE-121]', async () => {
  await needTwoPersons(admin, lab, { twoPersons: 'none' })
  const { id: reportId } = await publishReport(author, patientId, type)
  const { id: itemId } = subjects.item
  const before = await rows()
  for (const answer of [
    await doctor.delete(`/report/deleteById/${reportId}`, { reason: 'wrong-file', version: 1 }),
    await doctor.post(`/report/republishForPatient/${reportId}`, { patientId: other }),
    await doctor.post(`/inbox/withdraw/${itemId}`, { reportId, reason: 'wrong-file' }),
  ])
    expect([answer.status, answer.body.message]).toEqual([400, VALIDATION.outdatedPage])
  expect(await rows()).toEqual(before)
  const specified = await doctor.delete(`/report/deleteById/${reportId}`, { reason: 'wrong-file' })
  expect(specified.status).toBe(200)
})
