import type { ApiAnswer, ApiClient } from './api-client.ts'
import { createRandom } from './hostile-values.ts'
import type { TestApp } from './test-app.ts'

export const PATIENT_HEADER = 'Full Name,Phone,Date of Birth'

export const patientTable = (...rows: string[]): string => [PATIENT_HEADER, ...rows, ''].join('\r\n')

const WHOLE_HEADER = `${PATIENT_HEADER},Gender,Email,EMR ID,Address,City`
const NAMES = ['Layla Haddad', 'Omar Khalil', 'محمد العلي', 'Zoë Müller', 'Sara Mansour', 'Youssef Nasser']

export const manyPatients = (count: number): string => {
  const rows = Array.from({ length: count }, (_, index) => {
    // Birth date and first name repeat together only after a century.
    const day = new Date(Date.UTC(1920, 0, 1 + (index % 36_000))).toISOString().slice(0, 10)
    const name = `${NAMES[(index + Math.floor(index / 36_000)) % NAMES.length]}`
    return `${name},+9715${10_000_000 + index},${day},${index % 2 ? 'F' : 'male'},p${index}@mail.test,EMR-${index},12 Palm Street,Dubai`
  })
  return [WHOLE_HEADER, ...rows, ''].join('\r\n')
}

const PIECES = [
  PATIENT_HEADER,
  '\n',
  '\r',
  ',',
  ';',
  '"',
  '\t',
  'Layla Haddad',
  '\ufeff',
  '\0',
  '1990-05-01',
  '=',
]

/** Three files per round: random bytes, a valid file with random changes, and parts of a valid file in any order. */
export function* randomFiles(seed: number, rounds: number): Generator<Buffer> {
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const good = Buffer.from(manyPatients(5))
  for (let round = 0; round < rounds; round++) {
    yield Buffer.from(Array.from({ length: 300 }, () => below(256)))
    const changed = Buffer.from(good)
    for (let change = 0; change < 5; change++) changed[below(changed.length)] = below(256)
    yield changed
    yield Buffer.from(Array.from({ length: 60 }, () => PIECES[below(PIECES.length)]).join(''))
  }
}

export const uploadPatients = (
  client: ApiClient,
  content: string | Buffer,
  query: Record<string, string | number> = {},
  fileName = 'patients.csv',
): Promise<ApiAnswer> => {
  const form = new FormData()
  form.append(
    'patientFile',
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    fileName,
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
  )
  return client.post(`/patient/import?${search}`, form)
}

export const checkPatients = async (
  app: TestApp,
  client: ApiClient,
  content: string | Buffer,
  query: Record<string, string | number> = {},
) => {
  const started = await uploadPatients(client, content, query)
  if (started.status !== 200) throw new Error(`No import: ${JSON.stringify(started.body)}`)
  await app.services.importWorker.run()
  return (await client.get(`/patient/import/${started.body.data.id}`)).body.data
}

export const importsOf = (app: TestApp, client: ApiClient) => ({
  stateOf: async (id: number) => (await client.get(`/patient/import/${id}`)).body.data,
  rowsOf: async (id: number, kind: string) =>
    (await client.get(`/patient/import/${id}/rows?kind=${kind}&limit=100`)).body.data,
  async confirm(id: number, body: object = {}): Promise<ApiAnswer> {
    const answer = await client.post(`/patient/import/${id}/confirm`, body)
    await app.services.importWorker.run()
    return answer
  },
  countOf: async (table: string, condition = 'true') =>
    (await app.database.one<{ count: number }>(`select count(*) from ${table} where ${condition}`)).count,
})
export type PatientImports = ReturnType<typeof importsOf>
