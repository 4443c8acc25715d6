import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sure } from './api-client.ts'
import { guardianFields, newDelegate } from './delegates.ts'
import {
  columnsOfTable,
  FACT_TABLES,
  factsNamedIn,
  OUTLETS,
  readFacts,
  type FactTable,
  type Outlet,
} from './fact-reads.ts'
import { storeClient } from './integrations.ts'
import { useTestApp } from './test-app.ts'
import { addReportType, publishReport, registerPatient } from './test-records.ts'

const FACTS = path.resolve(import.meta.dirname, '../../../../docs/facts.md')
const WORDS = ['now', 'change', 'then', 'decides', '–']

/** Ids, times of writing, what the database derives, and secrets: no person reads or changes them. */
const NO_FACTS =
  /^(id|patient_id|lab_id|registered_by|payment_by|created_by|canceled_by|recorded_by|ended_by|created_at|updated_at|changed_at|recorded_at|name_keys|search|former_ids|folded_name|profile_completed|order_key|password_hash|avatar|totp_\w+|passkey_handle|access_version|is_awaited|wording_version|logo_version|logo_media_type|registration_type)$/

/** Cells by fact and outlet. */
const readTable = async () => {
  const rows = (await readFile(FACTS, 'utf8'))
    .split('\n')
    .filter((line) => /^\| (fact |`\w+\.\w+`)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const [[, ...outlets] = [], ...facts] = rows
  return new Map(
    facts.map(([fact = '', ...cells]) => [
      fact.replaceAll('`', ''),
      new Map(outlets.map((outlet, index) => [outlet, cells[index] ?? ''])),
    ]),
  )
}
const table = await readTable()

describe('the table of facts', () => {
  it('lists each column that an outlet reads, and no other mark [FACT-10]', async () => {
    const wrong: string[] = []
    for (const outlet of Object.keys(OUTLETS) as Outlet[]) {
      const read = await readFacts(outlet)
      for (const fact of read)
        if (!NO_FACTS.test(fact.split('.')[1] ?? '') && (table.get(fact)?.get(outlet) ?? '–') === '–')
          wrong.push(`${outlet} reads ${fact}: say in docs/facts.md what follows from a change`)
      for (const [fact, cells] of table)
        if (cells.get(outlet) !== '–' && !read.has(fact)) wrong.push(`${outlet} does not read ${fact}`)
    }
    expect(wrong).toEqual([])
  })

  it('uses its words, and names columns of the schema [FACT-10]', () => {
    const columns = (Object.keys(FACT_TABLES) as FactTable[]).flatMap((name) =>
      columnsOfTable(name).map((column) => `${name}.${column}`),
    )
    for (const [fact, cells] of table) {
      expect(columns).toContain(fact)
      for (const [outlet, word] of cells) expect(WORDS, `${fact} in ${outlet}`).toContain(word)
    }
  })

  it('marks what FHIR or HL7 show as a change [FACT-10]', () => {
    for (const [fact, cells] of table)
      if ([cells.get('fhir'), cells.get('hl7')].includes('change'))
        expect(cells.get('webhook'), fact).toBe('change')
  })
})

describe('a statement', () => {
  it('names facts by its row schema and by the aliases of its tables [FACT-10]', () => {
    const source =
      "name: patients.fullName, ...pick(visits, 'note payment') } `select q.emr_id from patients q join labs l on l.city = x.note`"
    expect([...factsNamedIn(source)].toSorted()).toEqual([
      'labs.city',
      'patients.emr_id',
      'patients.full_name',
      'visits.note',
      'visits.payment',
    ])
  })
})

describe('a changed fact', () => {
  const ids: Partial<Record<FactTable, number>> = {}
  let report = 0
  const app = useTestApp()
  /** Another value of the column. */
  const OTHER: Readonly<Record<string, string>> = {
    ...{
      date_of_birth: "'2015-06-07'",
      gender: "'OTHER'",
      national_id: "'784199112345671'",
      phone: "'+971501119999'",
    },
    ...{ loinc: "'24331-1'", is_sensitive: 'true', is_referrer_certain: 'false', canceled_at: 'now()' },
    ...{ valid_from: "'2026-01-02'", valid_until: "'2030-01-02'", relation: "'legal-guardian'" },
    ...{
      ended_at: "now(), end_reason = 'staff'",
      collected_on: "'2026-11-01'",
      collected_at: "'2026-11-02T08:00:00Z'",
    },
    email: "'new@mail.test'",
  }
  /** Changed by moving records, which has tests of its own, or together with another column. */
  const MOVED = ['visits.patient_id', 'visits.referrer_id', 'patients.merged_into', 'patient_delegates.kind']

  beforeAll(async () => {
    const { database, createLab, signedIn } = await app
    const lab = await createLab()
    const [admin, doctor] = [await signedIn('Admin'), await signedIn('Doctor', lab)]
    await storeClient(await app, { labId: lab.id, createdBy: admin.user.id })
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
    const type = await addReportType(doctor)
    const patientId = await registerPatient(doctor, { dob: '2014-06-07' })
    await newDelegate(doctor, patientId, guardianFields())
    const referrer = { kind: 'doctor', name: 'Dr. Noor', licenseNumber: 'N-1' }
    const referrerId = sure(await doctor.post(`/lab/addReferrer/${lab.id}`, referrer)).id as number
    const visitId = sure(await doctor.post(`/visit/create/${patientId}`, { referrerId })).id as number
    report = (await publishReport(doctor, patientId, type, { visitId })).id
    const [delegate] = await database.query<{ id: number }>('select id from patient_delegates')
    Object.assign(ids, { patients: patientId, visits: visitId, referrers: referrerId, report_types: type })
    Object.assign(ids, { labs: lab.id, users: doctor.user.id, patient_delegates: delegate?.id })
  })

  const changes = [...table].filter(
    ([fact, cells]) => cells.get('webhook') === 'change' && !MOVED.includes(fact),
  )
  // A canceled visit shows nothing more, and an ended guardian neither.
  const ordered = changes
    .map(([fact]) => fact)
    .toSorted((one, other) => Number(/_at$/.test(one)) - Number(/_at$/.test(other)))

  it.each(ordered)('leads to a note for the report that shows it: %s [FACT-11]', async (fact) => {
    const { database, services } = await app
    const [name = '', column = ''] = fact.split('.')
    const count = async () =>
      (await database.query('select 1 from report_changes where report_id = $1', [report])).length
    const before = await count()
    await database.query(`update ${name} set ${column} = ${OTHER[column] ?? "'Other 1'"} where id = $1`, [
      ids[name as FactTable],
    ])
    await services.changeBacklog.run()
    expect(await count()).toBe(before + 1)
  })
})
