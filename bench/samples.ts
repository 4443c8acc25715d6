import { createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SIGN_IN_ATTEMPTS, SIGN_IN_ATTEMPTS_PER_ADDRESS } from '@zelab/contract'
import pg from 'pg'
import { exitWith } from '../apps/api/src/cli/run-command.ts'
import { pathIn } from '../apps/api/src/platform/file-storage/disk-storage.ts'
import { makePdf } from './sample-pdf.ts'
import { BENCH_ADMIN, benchEmail } from './seed/people.ts'

export interface Samples {
  lab: number
  labs: number[]
  patientIds: number[]
  reportIds: number[]
  phones: string[]
  /** Number of pages with ten of the lab's patients. */
  pages: number
  userIds: { doctor: number; technician: number }
}

const MANY = 500
const BIG_LAB = 1
const SMALL_FILE = 2_000
const LINKS_TO_ONE = 10_000

const hash = (token: string) => createHash('sha256').update(token).digest()

export const openSamples = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const column = async <Value>(text: string, values: unknown[] = []): Promise<Value[]> =>
    (await client.query<{ value: Value }>(text, values)).rows.map(({ value }) => value)

  const idOf = async (email: string) => {
    const [id] = await column<string>('select id as value from users where email = $1', [email])
    return Number(id ?? exitWith('The database is not seeded: run npm run seed first'))
  }
  const doctor = await idOf(benchEmail('Doctor', BIG_LAB))
  const technician = await idOf(benchEmail('Technician', BIG_LAB))
  const admin = await idOf(BENCH_ADMIN)
  const [smallLab] = await column<number>(
    'select id as value from labs order by (select count(*) from patients where lab_id = labs.id) limit 1',
  )
  const doctorOfSmallLab = await idOf(benchEmail('Doctor', smallLab ?? BIG_LAB))
  const draw = (table: string, value: string) =>
    column<string>(
      `select ${value} as value from (select * from ${table} where lab_id = $1 and id % 7 = 3 limit 20000) t
        order by md5(id::text) limit $2`,
      [BIG_LAB, MANY],
    )
  const [count] = await column<string>('select count(*) as value from patients where lab_id = $1', [BIG_LAB])
  const samples: Samples = {
    lab: BIG_LAB,
    labs: (await column<string>('select id as value from labs order by id')).map(Number),
    patientIds: (await draw('patients', 'id')).map(Number),
    reportIds: (await draw('reports', 'id')).map(Number),
    phones: await draw('patients', 'phone'),
    pages: Math.floor(Number(count) / 10),
    userIds: { doctor, technician },
  }

  // All sign-ins come from this machine, many at a time as the same user.
  await client.query('update settings set sign_in_attempts = $1, sign_in_attempts_per_address = $2', [
    SIGN_IN_ATTEMPTS.max,
    SIGN_IN_ATTEMPTS_PER_ADDRESS.max,
  ])
  await client.query('delete from rate_limits')

  /** Opens a session in the database, because sign-ins are rate-limited. */
  const openSession = async (
    who: 'doctor' | 'technician' | 'admin' | 'doctorOfSmallLab',
  ): Promise<string> => {
    const token = randomBytes(32).toString('base64url')
    await client.query(
      `with s as (insert into sessions (user_id, address, user_agent) values ($1, '127.0.0.1', 'bench') returning id)
       insert into session_tokens (token_hash, session_id) select $2, s.id from s`,
      [{ doctor, technician, admin, doctorOfSmallLab }[who], hash(token)],
    )
    return token
  }

  /** In the product's folder, uploads are hard links to a small PDF, whose first page is rendered for each report. */
  const prepareUploads = async (wanted: number, filesFolder?: string): Promise<string[]> => {
    const names = Array.from({ length: wanted }, () => `${randomBytes(32).toString('base64url')}.pdf`)
    const pdf = makePdf(SMALL_FILE)
    const paths = filesFolder === undefined ? [] : names.map((name) => pathIn(filesFolder, name))
    for (const [index, place] of paths.entries()) {
      mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
      const original = paths[index - (index % LINKS_TO_ONE)] ?? place
      if (original === place) writeFileSync(place, pdf, { mode: 0o600 })
      else linkSync(original, place)
    }
    await client.query(
      `insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
       select name, 'bench.pdf', 'application/pdf', $2, $3, $4 from unnest($1::text[]) as name`,
      [names, pdf.length, createHash('sha256').update(pdf).digest(), technician],
    )
    return names
  }

  /** Unpublished uploads count toward the technician's quota. */
  const deleteUploads = async (filesFolder: string): Promise<void> => {
    const deleted = await column<string>(
      `delete from report_files f where uploaded_by = $1 and report_id is null
          and not exists (select 1 from unreleased_reports u where u.file_id = f.id) returning name as value`,
      [technician],
    )
    for (const name of deleted) rmSync(pathIn(filesFolder, name), { force: true })
    await client.query('vacuum report_files')
  }

  const analyzeTotals = async (): Promise<void> => {
    await client.query('analyze daily_totals')
  }

  return { samples, openSession, prepareUploads, deleteUploads, analyzeTotals, close: () => client.end() }
}
export type SampleSource = Awaited<ReturnType<typeof openSamples>>
