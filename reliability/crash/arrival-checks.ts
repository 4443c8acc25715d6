import pg from 'pg'
import { ARRIVALS, type Ledger } from './attempts.ts'

const ARRIVED = `
  select a.mark, count(i.id)::int as n
    from unnest($1::text[]) as a(mark)
    left join report_files f on f.sha256 = decode(a.mark, 'hex')
    left join inbox_items i on i.file_id = f.id
   group by 1 having count(i.id) <> 1`

/** Published items that share a report, or whose report has another file. */
const MISPUBLISHED = `
  select i.id::text as id from inbox_items i
    left join reports r on r.id = i.report_id and r.file_id = i.file_id
   where i.state = 'published' and i.kind = 'report' and r.id is null
   union all
  select min(i.id)::text from inbox_items i where i.report_id is not null group by i.report_id having count(*) > 1`

/** Checks that every acknowledged file is in the inbox exactly once. `runCheck` verifies the contents of all files. */
export const findArrivalProblems = async (ledger: Ledger, connectionString: string): Promise<string[]> => {
  const marks = ledger.attempts
    .filter(({ action, isAcknowledged }) => isAcknowledged && ARRIVALS.includes(action))
    .map(({ mark }) => mark)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const arrived = await client.query<{ mark: string; n: number }>(ARRIVED, [marks])
    const published = await client.query<{ id: string }>(MISPUBLISHED)
    return [
      ...arrived.rows.map(({ mark, n }) => `the acknowledged file ${mark} is in the inbox ${n} times`),
      ...published.rows.map(({ id }) => `the published item ${id} has no separate report`),
    ]
  } finally {
    await client.end()
  }
}
