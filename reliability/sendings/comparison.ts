import type pg from 'pg'

export interface Received {
  id: string
  type: string
  report: number
  version: number
}

const GONE = new Set(['report.withdrawn', 'report.suspended', 'report.removed'])
const MOST_READ = 300

/** Independent of the outbox: what a receiver of the lab, and one of the referrer, must have. */
const STATES = `
  select r.id::int as id, r.version, r.withdrawn_at is null as "ofLab",
         r.withdrawn_at is null and v.referrer_id is not distinct from $2 and v.is_referrer_certain
           and v.canceled_at is null as "ofReferrer"
    from reports r left join visits v on v.id = r.visit_id
   where r.lab_id = $1 order by r.id`

interface State {
  id: number
  version: number
  ofLab: boolean
  ofReferrer: boolean | null
}

const problemsOf = (
  received: readonly Received[],
  states: readonly State[],
  isOf: (state: State) => boolean,
) => {
  const last = new Map<number, Received>()
  const problems: string[] = []
  for (const one of received) {
    const before = last.get(one.report)
    if (before && before.version > one.version)
      problems.push(`report ${one.report}: an older version after a newer one`)
    if (before?.id === one.id && before.report !== one.report) problems.push(`${one.id}: one id, two reports`)
    last.set(one.report, one)
  }
  for (const state of states) {
    const told = last.get(state.id)
    const has = told !== undefined && !GONE.has(told.type)
    if (has !== isOf(state))
      problems.push(`report ${state.id}: ${told?.type ?? 'nothing'} although ${JSON.stringify(state)}`)
    else if (has && told.version !== state.version)
      problems.push(`report ${state.id}: version ${told.version} instead of ${state.version}`)
  }
  return problems
}

/** @returns what differs between receivers, the feed, FHIR and the reports */
export const compare = async (
  database: pg.Client,
  {
    labId,
    referrerId,
    received,
    events,
    origin,
    key,
  }: {
    labId: number
    referrerId: number
    /** Messages to the lab's receiver, and to the referrer's. */
    received: readonly (readonly Received[])[]
    /** Ids in the order of the feed. */
    events: readonly string[]
    origin: string
    key: string
  },
): Promise<string[]> => {
  const { rows: states } = await database.query<State>(STATES, [labId, referrerId])
  const { rows: changes } = await database.query<{ id: string }>(
    'select id::text as id from report_changes where lab_id = $1 order by sequence',
    [labId],
  )
  const { rows: accepted } = await database.query<{ receiver: number }>(
    `select 1 from integration_sendings s join report_changes c on c.sequence = s.change_sequence
      where s.state = 'waiting' or (s.state = 'done' and s.is_sending)`,
  )
  const findings = [
    ...problemsOf(received[0] ?? [], states, ({ ofLab }) => ofLab).map((text) => `lab: ${text}`),
    ...problemsOf(received[1] ?? [], states, ({ ofReferrer }) => ofReferrer === true).map(
      (text) => `referrer: ${text}`,
    ),
    ...(JSON.stringify(events) === JSON.stringify(changes.map(({ id }) => id))
      ? []
      : [`feed: ${events.length} events, ${changes.length} changes, or another order`]),
    ...(accepted.length === 0 ? [] : ['a sending is not at rest']),
  ]
  const known = new Set(changes.map(({ id }) => id))
  for (const { id } of received.flat()) if (!known.has(id)) findings.push(`${id} is no change`)
  for (const { id, version, ofLab } of states.slice(-MOST_READ)) {
    const answer = await fetch(`${origin}/fhir/R4/DiagnosticReport/report-${id}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { status } = (await answer.json()) as { status?: string }
    const wanted = !ofLab ? 'entered-in-error' : version > 1 ? 'amended' : 'final'
    if (status !== wanted) findings.push(`FHIR: report ${id} is ${String(status)} instead of ${wanted}`)
  }
  return findings
}
