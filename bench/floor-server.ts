/**
 * The floor for the product: the same statements through `pg`, prepared by name, in a bare Fastify without validation,
 * sessions, permissions or activity log.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import pg from 'pg'
import { fhirSearch } from './floor-fhir.ts'
import { FLOOR_SQL } from './floor-sql.ts'
import { FEW_HITS } from '../apps/api/src/modules/patients/directory/similar-names.repository.ts'

type Name = keyof typeof FLOOR_SQL

const pool = new pg.Pool({
  connectionString: process.env.FLOOR_DATABASE_URL,
  max: Number(process.env.FLOOR_POOL ?? 4),
})
const runOn = (client: pg.Pool | pg.PoolClient) => async (name: Name, values: unknown[]) =>
  (await client.query({ name, text: FLOOR_SQL[name], values })).rows as Record<string, unknown>[]
const run = runOn(pool)

const inTransaction = async <Result>(
  work: (tx: ReturnType<typeof runOn>) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(runOn(client))
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

const app = Fastify({ forceCloseConnections: true })
type Query = Record<string, string>
const get = (path: string, answer: (query: Query) => Promise<unknown>) =>
  app.get<{ Querystring: Query }>(path, ({ query }) => answer(query))
const post = (path: string, answer: (body: Query) => Promise<unknown>) =>
  app.post<{ Body: Query }>(path, ({ body }) => answer(body))

const hash = (token: string) => createHash('sha256').update(token).digest()

get('/healthz', async () => ({}))
get('/session', async ({ token = '', fresh = '' }) => {
  const [session] = await run('session', [hash(token)])
  await inTransaction(async (tx) => {
    await tx('touchSession', [session?.session_id])
    await tx('replaceToken', [hash(token)])
    await tx('dropTokens', [session?.session_id])
    await tx('insertToken', [hash(fresh), session?.session_id])
  })
  return { data: session }
})
get('/patients', async ({ lab, offset = '0' }) => {
  const [total, data] = await Promise.all([
    run('total', ['patients', lab ?? -1, 0]),
    lab ? run('patients', [lab, offset]) : run('patientsAnywhere', []),
  ])
  return { data, total }
})
/** Planned for its actual text, like the product's search; a generic plan would be an unfair floor. */
const search = async (name: Name, values: unknown[]) =>
  (await pool.query({ text: FLOOR_SQL[name], values })).rows as Record<string, unknown>[]
const searchLetters = (values: unknown[]) =>
  inTransaction(async (tx) => {
    await tx('similarThreshold', [])
    return tx('similarByLetters', values)
  })
get('/search', async ({ lab, text = '' }) => {
  const [total, data] = await Promise.all([search('searchTotal', [lab, text]), search('search', [lab, text])])
  // Like the product, searches for other spellings when a name has few matches.
  if (Number(total[0]?.n) >= FEW_HITS || /\d/.test(text)) return { data, total }
  const alike = await search('similar', [lab, text])
  const similar = alike.length > 0 || Number(total[0]?.n) > 0 ? alike : await searchLetters([lab, text])
  const ids = similar.map(({ id }) => id)
  return { data: [...data, ...(await run('patientsById', [ids]))], total }
})
get('/patient', async ({ id, lab }) => {
  const [patient, reports] = await Promise.all([
    run('patient', [id, lab]),
    run('reportsOfPatient', [id, lab]),
  ])
  return { data: { ...patient[0], reports } }
})
get('/reports', async ({ lab, type }) => {
  const [total, data] = await Promise.all([
    run('total', ['reports', lab ?? -1, type ?? 0]),
    type ? run('reportsByType', [lab, type]) : lab ? run('reports', [lab]) : run('reportsAnywhere', []),
  ])
  return { data, total }
})
get('/report', async ({ id, lab }) => ({ data: (await run('report', [id, lab]))[0] }))
get('/dashboard', async ({ lab }) => {
  const counts = await Promise.all([
    run('total', ['patients', lab ?? -1, 0]),
    run('total', ['reports', lab ?? -1, 0]),
    lab ? run('week', [lab]) : run('weekAnywhere', []),
    ...(lab ? [] : [run('staff', []), run('labs', [])]),
  ])
  const [patients, reports] = await Promise.all([
    lab ? run('patients', [lab, 0]) : run('patientsAnywhere', []),
    lab ? run('reports', [lab]) : run('reportsAnywhere', []),
  ])
  return { counts, patients, reports }
})
get('/activity', async () => {
  const [total, data] = await Promise.all([run('activityTotal', []), run('activity', [])])
  return { data, total }
})
get('/fhir/reports', async ({ lab, patient }) => {
  const { text, values } = await fhirSearch(Number(lab), patient === undefined ? undefined : Number(patient))
  const name = patient === undefined ? 'fhirReports' : 'fhirReportsOfPatient'
  return { data: (await pool.query({ name, text, values: [...values] })).rows as Record<string, unknown>[] }
})
post('/phone', async ({ phone, lab }) => ({ data: await run('phone', [phone, lab]) }))
post('/register', async ({ name, email, phone, lab, user }) =>
  inTransaction(async (tx) => {
    const [patient] = await tx('register', [lab, user, name, email, phone])
    await tx('record', [user, lab, 'patient.create', 'patient', patient?.id])
    return { data: patient }
  }),
)
post('/publish', async ({ file, patient, lab, user }) => {
  const id = await inTransaction(async (tx) => {
    const [held] = await tx('lockFile', [file])
    const [report] = await tx('publish', [lab, patient, held?.id, user])
    await tx('record', [user, lab, 'report.publish', 'report', report?.id])
    return report?.id
  })
  return { data: (await run('publishedReport', [id, lab]))[0] }
})

const uploads = process.env.FLOOR_UPLOADS ?? ''
mkdirSync(uploads, { recursive: true })
await app.register(multipart)
/** As durable as in the product, but without inspection. */
app.post('/upload', async (request) => {
  const part = await request.file()
  if (!part) throw new Error('The request has no file')
  const name = randomUUID()
  const sha256 = createHash('sha256')
  const file = await open(path.join(uploads, name), 'wx')
  let sizeBytes = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    sha256.update(chunk)
    sizeBytes += chunk.length
    await file.writeFile(chunk)
  }
  await file.sync()
  await file.close()
  await run('insertFile', [`${name}.pdf`, part.filename, part.mimetype, sizeBytes, sha256.digest()])
  return { name }
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
)
