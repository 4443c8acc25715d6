import pg from 'pg'
import type { ReceivedMail } from '../../apps/api/src/testing/mail-server.ts'
import { ACTIONS, type Action, type AttemptedAction, type Ledger } from './attempts.ts'

export interface Sums {
  fault: string
  action: Action
  acknowledged: number
  refused: number
  /** Requests without a response at the time of a fault. */
  interrupted: number
  lost: number
  duplicated: number
  marksOfLost: string[]
}

const IMPORTED_ROWS = 40

const ARRIVED = `select encode(f.sha256, 'hex') as mark, count(*)::int as n
                   from inbox_items i join report_files f on f.id = i.file_id
                  where encode(f.sha256, 'hex') = any($1) group by 1`

/** Queries that count each action's mark in its final state. */
const COUNTS: Record<Exclude<Action, 'mail'>, string> = {
  register: `select full_name as mark, count(*)::int as n from patients where full_name = any($1) group by 1`,
  publish: `select v.title as mark, count(*)::int as n from report_versions v join report_files f on f.id = v.file_id
             where v.version = 1 and v.title = any($1) group by 1`,
  send: `select contact as mark, count(*)::int as n from deliveries
          where purpose = 'report' and contact = any($1) group by 1`,
  amend: `select v.title as mark, count(*)::int as n from report_versions v join report_files f on f.id = v.file_id
           where v.version > 1 and v.title = any($1) group by 1`,
  withdraw: `select r.withdrawal_note as mark, count(a.id)::int as n from reports r
              join activity_log a on a.action = 'report.withdraw' and a.object_id = r.id
             where r.withdrawn_at is not null and r.withdrawal_note = any($1) group by 1`,
  await: `select title as mark, count(*)::int as n from unreleased_reports where title = any($1) group by 1`,
  release: `select v.title as mark, count(*)::int as n
              from report_versions v join unreleased_reports u on u.id = v.release_id and u.state = 'released'
             where v.title = any($1) group by 1`,
  call: `select read_out as mark, count(*)::int as n from critical_calls where read_out = any($1) group by 1`,
  // An import is all or nothing: a partial one counts as a loss.
  import: `select split_part(full_name, ' ', 2) as mark, (count(*) / ${IMPORTED_ROWS}.0)::float8 as n
             from patients where full_name like 'Import %' and split_part(full_name, ' ', 2) = any($1) group by 1`,
  drop: ARRIVED,
  archive: ARRIVED,
  folder: ARRIVED,
  message: ARRIVED,
  sort: `select v.title as mark, count(*)::int as n
           from report_versions v join inbox_items i on i.report_id = v.report_id
          where v.version = 1 and i.state = 'published' and v.title = any($1) group by 1`,
}

const HASHES = `select v.title as mark, encode(f.sha256, 'hex') as sha256
                  from report_versions v join report_files f on f.id = v.file_id where v.title = any($1)`

/** Emails whose outcome is unknown, because a process or a connection ended meanwhile. */
const UNCONFIRMED = 'select count(*)::int as n from sent_messages where sent_at is null'

/** Emails with one Message-ID are resent copies. */
const countMails = (mails: ReceivedMail[], address: string) =>
  new Set(
    mails
      .filter(({ to }) => to.includes(address))
      .map(({ content }) => /^Message-ID: (<.+>)\r$/m.exec(content)?.[1]),
  ).size

export const countRepeatedMails = (mails: ReceivedMail[]): { toUsers: number; toPatients: number } => {
  const ids = mails.map(({ content }) => /^Message-ID: <(.+)>\r$/m.exec(content)?.[1] ?? '')
  const repeated = ids.filter((id, index) => ids.indexOf(id) < index)
  const toPatients = repeated.filter((id) => id.startsWith('delivery-')).length
  return { toUsers: repeated.length - toPatients, toPatients }
}

export const countRepeatedSms = (received: readonly { body: string }[]): number => {
  const ids = received.map(({ body }) => (JSON.parse(body) as { id: string }).id)
  return ids.length - new Set(ids).size
}

export const compareWithRecords = async (
  ledger: Ledger,
  connectionString: string,
  mails: ReceivedMail[],
): Promise<Sums[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const found = new Map<string, number>()
  const hashes = new Map<string, string>()
  let unconfirmed = 0
  try {
    for (const [action, query] of Object.entries(COUNTS)) {
      const marks = ledger.attempts.filter((attempt) => attempt.action === action).map(({ mark }) => mark)
      const { rows } = await client.query<{ mark: string; n: number }>(query, [marks])
      for (const { mark, n } of rows) found.set(`${action} ${mark}`, n)
    }
    const titles = ledger.attempts.filter(({ sha256 }) => sha256 !== undefined).map(({ mark }) => mark)
    const { rows } = await client.query<{ mark: string; sha256: string }>(HASHES, [titles])
    for (const { mark, sha256 } of rows) hashes.set(mark, sha256)
    const sent = await client.query<{ n: number }>(UNCONFIRMED)
    unconfirmed = sent.rows[0]?.n ?? 0
  } finally {
    await client.end()
  }

  const countOf = ({ action, mark }: AttemptedAction) =>
    action === 'mail' ? countMails(mails, mark) : (found.get(`${action} ${mark}`) ?? 0)
  const isLost = (attempt: AttemptedAction) => {
    const count = countOf(attempt)
    // A partial import is a loss, acknowledged or not.
    if (count > 0 && count < 1) return true
    // Not repeated, like a message to a patient that was interrupted.
    if (attempt.action === 'mail' && count < 1 && attempt.isAcknowledged && unconfirmed-- > 0) return false
    const isOtherFile = attempt.sha256 !== undefined && hashes.get(attempt.mark) !== attempt.sha256
    return attempt.isAcknowledged && (count < 1 || isOtherFile)
  }

  const faults = [...new Set(ledger.attempts.map(({ fault }) => fault))]
  return faults.flatMap((fault) =>
    ACTIONS.map((action) => {
      const attempts = ledger.attempts.filter(
        (attempt) => attempt.fault === fault && attempt.action === action,
      )
      const lost = attempts.filter(isLost)
      return {
        fault,
        action,
        acknowledged: attempts.filter(({ isAcknowledged }) => isAcknowledged).length,
        refused: ledger.refused.get(`${fault} ${action}`) ?? 0,
        interrupted: ledger.interrupted.get(`${fault} ${action}`) ?? 0,
        lost: lost.length,
        duplicated: attempts.filter((attempt) => countOf(attempt) > 1).length,
        marksOfLost: lost.map(({ mark }) => mark),
      }
    }),
  )
}

/** Imports and emails complete after the response. */
export const areJobsFinished = (sums: Sums[]): boolean =>
  sums.every(({ action, lost }) => lost === 0 || (action !== 'import' && action !== 'mail'))

export const asTable = (sums: Sums[], roundsOf: (fault: string) => number): string => {
  const line = (cells: (string | number)[]) =>
    cells
      .map((cell, index) => String(cell)[index < 2 ? 'padEnd' : 'padStart'](index === 0 ? 18 : 13))
      .join(' ')
  return [
    line(['fault', 'action', 'rounds', 'acknowledged', 'refused', 'interrupted', 'lost', 'duplicated']),
    ...sums.map(({ fault, action, acknowledged, refused, interrupted, lost, duplicated }) =>
      line([fault, action, roundsOf(fault), acknowledged, refused, interrupted, lost, duplicated]),
    ),
  ].join('\n')
}
