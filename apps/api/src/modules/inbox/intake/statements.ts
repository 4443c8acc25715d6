import { createHash } from 'node:crypto'
import type { InboxProblem } from '@zelab/contract'
import type { IdentityHints } from '../../inspection/inspection.ts'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import type { ArrivingDocument } from './arrival.ts'

/**
 * A sender's statement about a file: patient, order, and whether it is preliminary, final, corrected or withdrawn. A
 * repeated statement adds nothing. A different one about the same file is news.
 */
export interface Statement {
  /** SHA-256 of the statement, without the file. */
  sha256: Buffer
  /** The statement is empty: no order, no patient, and no match of the file name pattern. */
  isBare: boolean
}

const isEmpty = (hints: IdentityHints | null | undefined) =>
  !hints || Object.values<unknown[] | undefined>({ ...hints }).every((values) => !values?.length)

export const statementOf = (
  { kind = 'report', orderKey, title, isPreliminary = false, stated }: ArrivingDocument,
  named: IdentityHints | null | undefined,
): Statement => {
  const said = [kind, orderKey ?? null, title ?? null, isPreliminary, stated ?? null, named ?? null]
  return {
    sha256: createHash('sha256').update(JSON.stringify(said)).digest(),
    isBare:
      kind === 'report' && orderKey === undefined && !isPreliminary && isEmpty(stated) && isEmpty(named),
  }
}

type Details = keyof Omit<StatedVisit, 'orderNumber' | 'referrerLicense'>

const isSameDetail = (name: Details, before: string, now: string) =>
  name === 'referrer'
    ? before.toLowerCase() === now.toLowerCase()
    : // Earlier versions stored a day as its midnight.
      before === now || before === `${now}T00:00:00`

/** Compares what the sender said of the visit with what it says now, where it says something. */
export const compareVisits = (before: StatedVisit | null, now: StatedVisit | undefined) => {
  const details = (['collectedAt', 'receivedAt', 'referrer'] as const).flatMap((name) => {
    const [said, says] = [before?.[name] ?? null, now?.[name] ?? null]
    return says === null || (said !== null && isSameDetail(name, said, says)) ? [] : [{ name, said, says }]
  })
  return {
    hasAdditions: details.some(({ said }) => said === null),
    changed: details.flatMap(({ said, says }) => (said === null ? [] : says)),
    /** Details that the sender no longer states stay. */
    visit:
      now && before
        ? {
            ...before,
            ...(details.some(({ name }) => name === 'referrer') && { referrerLicense: now.referrerLicense }),
            ...Object.fromEntries(details.map((one) => [one.name, one.says])),
          }
        : (now ?? before),
  }
}

/** The others are found when an item is read. */
export type StoredProblem = Exclude<InboxProblem, 'already-awaiting' | 'critical'>

/** An item of the same order and sender, or of the same file and sender without an order. */
export interface EarlierItem {
  id: number
  kind: 'report' | 'amendment' | 'withdrawal'
  state: 'open' | 'published' | 'rejected'
  problem: StoredProblem | null
  targetReportId: number | null
  hasSameFile: boolean
  hasSameStatement: boolean
  /** The sender states a critical value or details of the visit now that it did not state before. */
  hasAdditions: boolean
  /** The sender states other details of the visit now. */
  hasOtherVisit: boolean
  report: { id: number; hasSameFile: boolean } | null
}

export interface Arrival {
  kind: 'report' | 'amendment' | 'withdrawal'
  isPreliminary: boolean
  isBare: boolean
  hasOrder: boolean
  isInInbox: boolean
  /** The published report with this file, from any sender. */
  published: { reportId: number; isOfMatchedPatient: boolean } | null
}

export interface Decision {
  /** `none`: a duplicate; its additions go to what is known. `change`: the open item with this id gets the new statement. */
  action: 'none' | 'add' | { change: number }
  kind: Arrival['kind']
  targetReportId: number | null
  problem: StoredProblem | null
}

const NEWS_ELSEWHERE: readonly (StoredProblem | null)[] = ['superseded', 'withdrawn-by-sender']

const decideWithdrawal = (earlier: readonly EarlierItem[]): Decision => {
  const targetReportId = publishedOf(earlier)?.report?.id ?? null
  const hasOpen = earlier.some(({ state, kind }) => state === 'open' && kind !== 'withdrawal')
  const before = earlier.find(
    (item) => item.state === 'open' && item.kind === 'withdrawal' && item.targetReportId === targetReportId,
  )
  const decision: Omit<Decision, 'action'> = {
    kind: 'withdrawal',
    targetReportId,
    problem: targetReportId === null && !hasOpen ? 'no-earlier-report' : null,
  }
  if (targetReportId === null && hasOpen) return { ...decision, action: 'none' }
  if (!before) return { ...decision, action: 'add' }
  return { ...decision, action: before.problem === 'superseded' ? { change: before.id } : 'none' }
}

const publishedOf = (earlier: readonly EarlierItem[]) =>
  earlier.find(({ kind, report }) => kind !== 'withdrawal' && report !== null)

/**
 * Decides what a document changes, so that a user always sees the sender's last statement. The first matching row
 * applies. "Flag" marks the other open items of the order as `superseded` or, finally, as `withdrawn-by-sender`.
 *
 * | arrives     | of the same order                                   | then                                            |
 * | ----------- | --------------------------------------------------- | ----------------------------------------------- |
 * | withdrawal  | open items, nothing published                       | flag them                                       |
 * | withdrawal  | published, or nothing known                         | flag; an item proposes it, once                 |
 * | file        | published with the same file and statement          | flag; the report gets what is added             |
 * | file        | open with the same file and statement, not flagged  | nothing, or the item gets what is added         |
 * | file        | open with the same file                             | flag; the item gets the new statement           |
 * | file        | published with the same file, another statement     | flag; an item proposes the correction           |
 * | correction  | published with another file                         | flag; an item proposes the correction           |
 * | correction  | nothing                                             | flag; an item without an earlier report         |
 * | report      | anything else                                       | flag; an item                                   |
 *
 * An order belongs to its patient: items and reports of another one are not among the earlier ones.
 *
 * Without an order, nothing is flagged, and a file with an empty statement is not added while it is open or published
 * anywhere in the lab. An item whose file is published as another report is marked.
 */
export const decide = (arrival: Arrival, earlier: readonly EarlierItem[]): Decision => {
  const { kind, hasOrder, isPreliminary, published: elsewhere } = arrival
  if (kind === 'withdrawal') return decideWithdrawal(earlier)
  const published = publishedOf(earlier)
  const open = earlier.find((item) => item.state === 'open' && item.hasSameFile)
  const hasOpen = earlier.some(({ state, kind: of }) => state === 'open' && of !== 'withdrawal')
  const isPublishedAsNow = published?.report?.hasSameFile === true
  const isCorrection = hasOrder && published !== undefined && (kind === 'amendment' || isPublishedAsNow)
  const targetReportId = isCorrection ? (published.report?.id ?? null) : null
  const isElsewhere = elsewhere !== null && elsewhere.reportId !== targetReportId
  const decision: Omit<Decision, 'action'> = {
    kind: isCorrection ? 'amendment' : kind,
    targetReportId: targetReportId ?? elsewhere?.reportId ?? null,
    problem: isPreliminary
      ? 'not-final'
      : isElsewhere
        ? 'already-published'
        : kind === 'amendment' && targetReportId === null && !hasOpen
          ? 'no-earlier-report'
          : null,
  }
  if (isPublishedAsNow && published?.hasSameStatement && !published.hasOtherVisit)
    return { ...decision, action: 'none' }
  if (open) {
    const isSaid = open.hasSameStatement && !open.hasAdditions && !open.hasOtherVisit
    const isKnown = isSaid && !NEWS_ELSEWHERE.includes(open.problem)
    return { ...decision, action: isKnown ? 'none' : { change: open.id } }
  }
  const isKnown =
    !hasOrder &&
    ((arrival.isBare && (arrival.isInInbox || elsewhere !== null)) ||
      (kind === 'report' && !isPreliminary && elsewhere?.isOfMatchedPatient === true))
  return { ...decision, action: isKnown ? 'none' : 'add' }
}
