import type { ApiAnswer, ApiClient } from './api-client.ts'
import type { TestApp } from './test-app.ts'

const HEADER = 'Full Name,Phone,Date of Birth,Gender,Email,EMR ID,Address,City'
const NAMES = ['Layla Haddad', 'Omar Khalil', 'محمد العلي', 'Zoë Müller', 'Sara Mansour', 'Youssef Nasser']

/** A CSV file of patients none of whom resembles another. */
export const manyPatients = (count: number): string => {
  const rows = Array.from({ length: count }, (_, index) => {
    // A birthday and a first name that meet again after a century only.
    const day = new Date(Date.UTC(1920, 0, 1 + (index % 36_000))).toISOString().slice(0, 10)
    const name = `${NAMES[(index + Math.floor(index / 36_000)) % NAMES.length]}`
    return `${name},+9715${10_000_000 + index},${day},${index % 2 ? 'F' : 'male'},p${index}@mail.test,EMR-${index},12 Palm Street,Dubai`
  })
  return [HEADER, ...rows, ''].join('\r\n')
}

/** Uploads a file as the import page does. */
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

/** Uploads a file, has it checked, and gives the import as its creator then sees it. */
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
