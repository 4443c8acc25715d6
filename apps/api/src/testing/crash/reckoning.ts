import pg from 'pg'
import type { ReceivedMail } from '../mail-server.ts'
import { ACTIONS, type Action, type Deed, type Ledger } from './staff-at-work.ts'

export interface Sums {
  fault: string
  action: Action
  acknowledged: number
  /** Requests that were refused or lost on the way; people tried again. */
  refused: number
  lost: number
  doubled: number
  marksOfLost: string[]
}

const IMPORTED_ROWS = 40

/** How often each mark of an action is found, and in which state it must be to count. */
const COUNTS: Record<Exclude<Action, 'mail'>, string> = {
  register: `select full_name as mark, count(*)::int as n from patients where full_name = any($1) group by 1`,
  publish: `select v.title as mark, count(*)::int as n from report_versions v join report_files f on f.id = v.file_id
             where v.version = 1 and v.title = any($1) group by 1`,
  amend: `select v.title as mark, count(*)::int as n from report_versions v join report_files f on f.id = v.file_id
           where v.version > 1 and v.title = any($1) group by 1`,
  withdraw: `select r.withdrawal_note as mark, count(a.id)::int as n from reports r
              join activity_log a on a.action = 'report.withdraw' and a.object_id = r.id
             where r.withdrawn_at is not null and r.withdrawal_note = any($1) group by 1`,
  // Whole or not at all: a part of the rows is as bad as none.
  import: `select split_part(full_name, ' ', 2) as mark, (count(*) / ${IMPORTED_ROWS}.0)::float8 as n
             from patients where full_name like 'Import %' and split_part(full_name, ' ', 2) = any($1) group by 1`,
}

const HASHES = `select v.title as mark, encode(f.sha256, 'hex') as sha256
                  from report_versions v join report_files f on f.id = v.file_id where v.title = any($1)`

/** Two mails with one Message-ID are one mail that was sent again. */
const countMails = (mails: ReceivedMail[], address: string) =>
  new Set(
    mails
      .filter(({ to }) => to.includes(address))
      .map(({ content }) => /^Message-ID: (<.+>)\r$/m.exec(content)?.[1]),
  ).size

/** Mails that went out more than once, under the same id. */
export const countRepeatedMails = (mails: ReceivedMail[]): number => {
  const ids = mails.map(({ content }) => /^Message-ID: (<.+>)\r$/m.exec(content)?.[1])
  return ids.length - new Set(ids).size
}

/** Compares what was acknowledged with what is there. */
export const reckon = async (
  ledger: Ledger,
  connectionString: string,
  mails: ReceivedMail[],
): Promise<Sums[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const found = new Map<string, number>()
  const hashes = new Map<string, string>()
  try {
    for (const [action, query] of Object.entries(COUNTS)) {
      const marks = ledger.deeds.filter((deed) => deed.action === action).map(({ mark }) => mark)
      const { rows } = await client.query<{ mark: string; n: number }>(query, [marks])
      for (const { mark, n } of rows) found.set(`${action} ${mark}`, n)
    }
    const titles = ledger.deeds.filter(({ sha256 }) => sha256 !== undefined).map(({ mark }) => mark)
    const { rows } = await client.query<{ mark: string; sha256: string }>(HASHES, [titles])
    for (const { mark, sha256 } of rows) hashes.set(mark, sha256)
  } finally {
    await client.end()
  }

  const countOf = ({ action, mark }: Deed) =>
    action === 'mail' ? countMails(mails, mark) : (found.get(`${action} ${mark}`) ?? 0)
  const isLost = (deed: Deed) => {
    const count = countOf(deed)
    // A part of an import is lost whether or not anybody was told that it was taken.
    if (count > 0 && count < 1) return true
    const isOtherFile = deed.sha256 !== undefined && hashes.get(deed.mark) !== deed.sha256
    return deed.isAcknowledged && (count < 1 || isOtherFile)
  }

  const faults = [...new Set(ledger.deeds.map(({ fault }) => fault))]
  return faults.flatMap((fault) =>
    ACTIONS.map((action) => {
      const deeds = ledger.deeds.filter((deed) => deed.fault === fault && deed.action === action)
      const lost = deeds.filter(isLost)
      return {
        fault,
        action,
        acknowledged: deeds.filter(({ isAcknowledged }) => isAcknowledged).length,
        refused: ledger.refused.get(`${fault} ${action}`) ?? 0,
        lost: lost.length,
        doubled: deeds.filter((deed) => countOf(deed) > 1).length,
        marksOfLost: lost.map(({ mark }) => mark),
      }
    }),
  )
}

/** Whether every acknowledged import and mail has come to its end; they do so after the answer. */
export const isSettled = (sums: Sums[]): boolean =>
  sums.every(({ action, lost }) => lost === 0 || (action !== 'import' && action !== 'mail'))

export const asTable = (sums: Sums[], roundsOf: (fault: string) => number): string => {
  const line = (cells: (string | number)[]) =>
    cells
      .map((cell, index) => String(cell)[index < 2 ? 'padEnd' : 'padStart'](index === 0 ? 18 : 13))
      .join(' ')
  return [
    line(['fault', 'action', 'rounds', 'acknowledged', 'refused', 'lost', 'doubled']),
    ...sums.map(({ fault, action, acknowledged, refused, lost, doubled }) =>
      line([fault, action, roundsOf(fault), acknowledged, refused, lost, doubled]),
    ),
  ].join('\n')
}
