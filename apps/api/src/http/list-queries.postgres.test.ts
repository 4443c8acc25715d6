import path from 'node:path'
import { API_BASE, type Endpoint } from '@zelab/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sure, type ApiClient } from '../testing/api-client.ts'
import { endpoints } from '../testing/endpoints.ts'
import { checkPatients } from '../testing/patient-files.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { storeWebhook } from '../testing/integrations.ts'
import { addReportType, publishReport, registerPatient } from '../testing/test-records.ts'

const NEW_ADDRESS = 'Changes the address, so that browsers load the new picture.'
/** Fields that select no records. */
const NOT_FILTERS: Readonly<Record<string, string>> = {
  'settings.readLogo.v': NEW_ADDRESS,
  'letterheads.readLetterheadLogo.v': NEW_ADDRESS,
  'letterheads.readSignature.v': NEW_ADDRESS,
  'reports.readFile.purpose': 'Recorded with the view.',
  'turnaround.getReadyTimes.from': 'Moves the targets in the answer.',
  'dashboard.countToDo.seenUntil': 'Leaves seen reports out of the count.',
}

interface Schema {
  def: { innerType?: Schema; in?: Schema; entries?: Record<string, string>; shape?: Record<string, Schema> }
}

const optionsOf = ({ def }: Schema): string[] => {
  const inner = def.innerType ?? def.in
  return def.entries ? Object.values(def.entries) : inner ? optionsOf(inner) : []
}

const OTHER_VALUES = ['1', 'zz', '2024-01-31', 'completed', 'male']

const parsed = ({ query }: Endpoint, given: Record<string, string>) => query?.safeParse(given).data

/** Values of a field that the schema reads as another value than the default. */
const valuesOf = (endpoint: Endpoint, field: string, schema: Schema): string[] => {
  const standard = JSON.stringify(parsed(endpoint, {})?.[field])
  const options = optionsOf(schema)
  const differs = (value: string) => {
    const read = parsed(endpoint, { [field]: value })
    return read !== undefined && JSON.stringify(read[field]) !== standard
  }
  return options.length > 0 ? options.filter(differs) : OTHER_VALUES.filter(differs).slice(0, 1)
}

/** Fields that select nothing alone. */
const COMPANIONS: Readonly<Record<string, Record<string, string>>> = {
  'activity.list.objectId': { objectType: 'patient' },
  'activity.list.objectType': { objectId: '1' },
  'activity.exportCsv.objectId': { objectType: 'patient' },
  'activity.exportCsv.objectType': { objectId: '1' },
}

const { query } = pg.Client.prototype
const sent = new Set<string>()
let app: TestApp
let clients: ApiClient[]
let params: Record<string, number | string>

beforeAll(async () => {
  app = await startTestApp()
  const lab = await app.createLab()
  const admin = await app.signedIn('Admin')
  const doctor = await app.signedIn('Doctor', lab)
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
  const patientId = await registerPatient(doctor)
  const { filePath } = await publishReport(doctor, patientId, await addReportType(admin))
  const { id: importId } = await checkPatients(
    app,
    doctor,
    'Full Name,Phone,Date of Birth\nLayla Haddad,+971501234567,1990-05-01\n',
  )
  clients = [admin, doctor]
  params = {
    lab: lab.id,
    integration: await storeWebhook(app, { labId: lab.id, createdBy: admin.user.id }),
    visit: patientId,
    delivery: patientId,
    patient: importId,
    report: path.basename(filePath),
  }
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [{ text, values }] = args as [{ text?: string; values?: unknown[] }]
    if (text && /^\s*(select|with)\b/.test(text)) sent.add(JSON.stringify([text, values]))
    return Reflect.apply(query, this, args) as unknown
  } as typeof query
})
afterAll(async () => {
  pg.Client.prototype.query = query
  await app.stop()
})

/** The statements that read for the request, and its answer. */
const traceOf = async (client: ApiClient, endpoint: Endpoint, given: Record<string, string>) => {
  const [, subject = ''] = endpoint.path.split('/')
  const address = endpoint.path.replace(/:\w+/, String(params[subject]))
  sent.clear()
  const answer = await client.raw('GET', `${API_BASE}${address}?${new URLSearchParams(given)}`)
  return { status: answer.status, statements: new Set(sent), text: await answer.text() }
}

const isEffective = async (
  client: ApiClient,
  endpoint: Endpoint,
  given: Record<string, string>,
  companions: Record<string, string> = {},
) => {
  const plain = [await traceOf(client, endpoint, companions), await traceOf(client, endpoint, companions)]
  const filtered = await traceOf(client, endpoint, { ...companions, ...given })
  if (filtered.status !== 200) return false
  return (
    !plain.some(({ text }) => text === filtered.text) ||
    [...filtered.statements].some((statement) => !plain.some(({ statements }) => statements.has(statement)))
  )
}

const lists = endpoints.filter(
  ([, { method, query: schema, response }]) => method === 'GET' && schema && response !== 'redirect',
)

it.each(lists)(
  'changes what is read with every field of the query of %s [RULE-116]',
  async (name, endpoint) => {
    // Zod has no type for the parts of any schema.
    const { shape = {} } = (endpoint.query as unknown as Schema).def
    const without: string[] = []
    for (const [field, schema] of Object.entries(shape)) {
      const known = `${name}.${field}`
      if (field === 'page' || field === 'limit' || known in NOT_FILTERS) continue
      const values = valuesOf(endpoint, field, schema)
      if (values.length === 0) without.push(`${field} (no value is known)`)
      for (const value of values) {
        let changes = false
        for (const client of clients)
          changes ||= await isEffective(client, endpoint, { [field]: value }, COMPANIONS[known])
        if (!changes) without.push(`${field}=${value}`)
      }
    }
    expect(without).toEqual([])
  },
)
