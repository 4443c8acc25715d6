import { expect, it } from 'vitest'
import type { Endpoint } from '@zelab/contract'
import { sure } from '../testing/api-client.ts'
import { callFields, seenReport, SILENT_MAIL_SERVER, useCritical } from '../testing/critical.ts'
import { endpoints } from '../testing/endpoints.ts'
import {
  decisionOn,
  needTwoPersons,
  openUnreleased,
  releaseReport,
  submitReport,
} from '../testing/release.ts'
import { useTestApp } from '../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../testing/test-records.ts'

const shapeOf = (schema: unknown): Record<string, unknown> => (schema as { shape?: object }).shape as never

/** Endpoints that name the file, alone or in their list of items. */
const decisions = endpoints.flatMap(([name, endpoint]): [string, Endpoint, string[]][] => {
  const { shape = {} } = (endpoint.body ?? {}) as {
    shape?: Record<string, { _zod?: { def: { element?: unknown } } }>
  }
  const element = shape.items?._zod?.def.element
  const fields = Object.keys(element ? shapeOf(element) : shape)
  return fields.includes('sha256') ? [[name, endpoint, fields]] : []
})
/** The record that each decision is about, and what its page shows. */
const subjects: Record<'report' | 'unreleased' | 'alone' | 'critical', { id: number; seen: object }> =
  {} as never

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const author = await app.signedIn('Technician', lab)
const colleague = await app.signedIn('Doctor', lab)
const doctor = await app.signedIn('Doctor', lab)
const type = await addReportType(doctor)
const patientId = await registerPatient(doctor)
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

const subjectOf = (name: string) => {
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

it('every decision about another version, revision or file than the current one is a conflict [RULE-114]', async () => {
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
      const reason = { reason: 'The sample of another patient' }
      const body = path.includes(':id') ? { ...callFields(), ...reason, ...named } : { items: [named] }
      const { status, body: answer } = await doctor.send(method, path.replace(':id', String(id)), body)
      const code: string = path.includes(':id') ? answer.code : answer.data?.[0]?.problem?.code
      expect(status, `${name} with another ${field}`).toBe(path.includes(':id') ? 409 : 200)
      expect(code, `${name} with another ${field}`).toMatch(/^(CRITICAL|UNRELEASED)_CHANGED$/)
    }
  }
  expect(tried).toBeGreaterThan(decisions.length * 2 - 1)
  expect(await rows()).toEqual(before)
})
