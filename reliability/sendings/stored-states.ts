import type pg from 'pg'

/** From the records themselves, independent of the outbox. */
export interface StoredState {
  id: number
  version: number
  patient: number
  state: 'available' | 'withdrawn' | 'suspended'
  isReferred: boolean
  withdrawnAt: Date | null
}

const STATES = `
  select r.id::int as id, r.version, r.patient_id::int as patient, r.withdrawn_at as "withdrawnAt",
         case when r.withdrawn_at is not null then 'withdrawn'
              when exists (select from unreleased_reports u where u.report_id = r.id and u.suspended_at is not null
                            and u.state in ('awaiting', 'returned')) then 'suspended'
              else 'available' end as state,
         coalesce(v.referrer_id = $2 and v.is_referrer_certain and v.canceled_at is null, false) as "isReferred"
    from reports r left join visits v on v.id = r.visit_id
   where r.lab_id = $1 order by r.id`

/** A noted state, until the next one of its report. */
export interface Period {
  report: number
  version: number
  state: 'current' | 'withdrawn' | 'suspended'
  from: Date
  until: Date | null
}

const PERIODS = `
  select report_id::int as report, version, state, at as from,
         lead(at) over (partition by report_id order by sequence) as until
    from report_changes where lab_id = $1 order by sequence`

const VERSIONS = `
  select v.report_id::int as report, v.version, encode(f.sha256, 'hex') as file
    from report_versions v join report_files f on f.id = v.file_id`

const SENDING_IDS = `
  select case i.kind when 'webhook' then c.id::text
                     else left(encode(sha256(convert_to(c.id || '.' || s.id, 'UTF8')), 'hex'), 20) end as id
    from integration_sendings s
    join integrations i on i.id = s.integration_id
    join report_changes c on c.sequence = s.change_sequence
   where i.id = $1`

const WRONG_RECORDS = {
  'sendings not at rest': `select 1 from integration_sendings where state in ('waiting', 'refused') or is_sending`,
  'reports of a merged patient': `
    select 1 from reports r join patients p on p.id = r.patient_id where p.merged_into is not null`,
  'suspensions that were not noted, or noted twice': `
    select object_id from activity_log where action = 'release.suspend' group by object_id
    having count(*) <> (select count(*) from (select state, lag(state) over (order by sequence) as before
                                                from report_changes c where c.report_id = object_id) c
                         where state = 'suspended' and before <> 'suspended')`,
}

export const readStored = async (
  database: pg.Client,
  { labId, referrerId, receiverIds }: { labId: number; referrerId: number; receiverIds: readonly number[] },
) => {
  const ids = async (sql: string, value: number) =>
    (await database.query<{ id: string }>(sql, [value])).rows.map(({ id }) => id)
  const periods = new Map<number, Period[]>()
  for (const period of (await database.query<Period>(PERIODS, [labId])).rows)
    periods.set(period.report, [...(periods.get(period.report) ?? []), period])
  const versions = await database.query<{ report: number; version: number; file: string }>(VERSIONS)
  const sendingIds: Set<string>[] = []
  for (const id of receiverIds) sendingIds.push(new Set(await ids(SENDING_IDS, id)))
  const wrong: string[] = []
  for (const [what, sql] of Object.entries(WRONG_RECORDS)) {
    const { rowCount } = await database.query(sql)
    if (rowCount) wrong.push(`${rowCount} ${what}`)
  }
  return {
    states: (await database.query<StoredState>(STATES, [labId, referrerId])).rows,
    changeIds: await ids(
      'select id::text as id from report_changes where lab_id = $1 order by sequence',
      labId,
    ),
    versionOfFile: new Map(versions.rows.map(({ file, ...version }) => [file, version])),
    ...{ periods, sendingIds, wrong },
  }
}
export type Stored = Awaited<ReturnType<typeof readStored>>
