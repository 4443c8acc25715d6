import pg from 'pg'
import { hashPassword } from '../../apps/api/src/platform/password-hasher.ts'
import { copyRows } from './copy-rows.ts'
import { createIndexes, dropIndexes } from './indexes.ts'
import { REPORT_TITLES } from './names.ts'
import { BENCH_PASSWORD, listLabs, listStaff } from './people.ts'
import type { Progress } from './progress.ts'
import {
  CODE_COLUMNS,
  codeRows,
  FILE_COLUMNS,
  fileRows,
  PATIENT_COLUMNS,
  patientRows,
  REPORT_COLUMNS,
  reportRows,
  type SeedSize,
} from './records.ts'
import { fillWaitingRecords } from './waiting-records.ts'

const BIG_TABLES = ['patients', 'reports', 'report_files', 'report_versions', 'activity_log']

const REBUILD = [
  `insert into report_versions
     (report_id, version, title, remark, report_type_id, file_id, published_by, published_at)
   select id, 1, title, remark, report_type_id, file_id, uploaded_by, created_at from reports`,
  'truncate record_counts',
  `select add_counts('patients', array_agg(g.lab_id), array_agg(0::bigint), array_agg(g.n))
     from (select lab_id, count(*) as n from patients group by lab_id) g`,
  `select add_counts('reports', array_agg(g.lab_id), array_agg(g.report_type_id), array_agg(g.n))
     from (select lab_id, report_type_id, count(*) as n from reports group by lab_id, report_type_id) g`,
]

const fillActivity = async (client: pg.Client, size: SeedSize & { activity: number }, progress: Progress) => {
  const share = Math.max(1, Math.ceil(size.activity / Math.max(1, size.reports)))
  // A report is published once and viewed occasionally.
  await client.query(
    `insert into activity_log (at, actor_id, actor_name, actor_role, lab_id, action, object_type, object_id, summary, address)
     select r.created_at + n * interval '7 minutes', u.id, u.full_name,
            case n when 0 then 'Technician' else 'Doctor' end, r.lab_id,
            (array['report.publish', 'report.view', 'report.preview', 'report.download'])[1 + n % 4],
            'report', r.id, 'Report #' || r.id, '10.0.0.' || r.id % 250
       from reports r cross join generate_series(0, $1::int - 1) as n
       -- Published by the Technician, looked at by the Doctor of the same lab, who stands before (listStaff).
       join users u on u.id = case n when 0 then r.uploaded_by else r.uploaded_by - 1 end
      order by r.id
      limit $2`,
    [share, size.activity],
  )
  progress.finish('activity_log', size.activity)
}

const setSequences = async (client: pg.Client) => {
  for (const table of ['labs', 'users', 'patients', 'report_types', 'report_files', 'reports'])
    await client.query(
      `select setval(pg_get_serial_sequence($1, 'id'), (select coalesce(max(id), 1) from ${table}))`,
      [table],
    )
}

/**
 * Fills an empty, migrated database with realistic, skewed data. Needs an owner who can disable triggers
 * (`session_replication_role`); their effects are applied at the end. Does not write the three million files; the
 * benchmark uploads those it reads.
 */
export const seed = async (
  connectionString: string,
  size: SeedSize & { activity: number },
  progress: Progress,
): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ n: string }>('select count(*) as n from labs')
    if (Number(rows[0]?.n) > 0) throw new Error('This database has records already: seed an empty one')
    const now = Date.now()
    await client.query("set session_replication_role = 'replica'")
    await client.query("set synchronous_commit = 'off'")
    await client.query("set maintenance_work_mem = '512MB'")
    await client.query("set work_mem = '128MB'")
    const indexes = await dropIndexes(client, BIG_TABLES)

    for (const lab of listLabs(size.labs))
      await client.query(
        'insert into labs (id, name, address_line1, city) overriding system value values ($1, $2, $3, $4)',
        [lab.id, lab.name, '1 Bench Road', lab.city],
      )
    const passwordHash = await hashPassword(BENCH_PASSWORD)
    for (const person of listStaff(size.labs))
      await client.query(
        `insert into users (id, full_name, email, phone, password_hash, user_type_id, lab_id)
         overriding system value values ($1, $2, $3, '+971500000000', $4, $5, $6)`,
        [person.id, person.name, person.email, passwordHash, person.userTypeId, person.labId],
      )
    for (const [index, title] of REPORT_TITLES.entries())
      await client.query('insert into report_types (id, title) overriding system value values ($1, $2)', [
        index + 1,
        title,
      ])

    const labs = new Uint16Array(size.patients + 1)
    const labOfReport = new Uint16Array(size.reports + 1)
    await copyRows(
      client,
      { table: 'patients', columns: PATIENT_COLUMNS, total: size.patients },
      patientRows(size, labs, now),
      progress,
    )
    await copyRows(
      client,
      { table: 'reports', columns: REPORT_COLUMNS, total: size.reports },
      reportRows(size, labs, labOfReport, now),
      progress,
    )
    await copyRows(
      client,
      { table: 'report_files', columns: FILE_COLUMNS, total: size.reports },
      fileRows(size, labOfReport, now),
      progress,
    )
    for (const statement of REBUILD) await client.query(statement)
    progress.finish('versions and counters', size.reports)
    await copyRows(
      client,
      { table: 'verification_codes', columns: CODE_COLUMNS, total: size.reports },
      codeRows(size),
      progress,
    )
    await fillActivity(client, size, progress)
    await createIndexes(client, indexes, progress)
    await setSequences(client)
    await fillWaitingRecords(client)
    progress.finish('deliveries and inbox', 1)
    await client.query('vacuum (analyze)')
    progress.finish('statistics', 1)
  } finally {
    await client.end()
  }
}
