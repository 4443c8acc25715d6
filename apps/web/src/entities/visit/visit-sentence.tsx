import { useQuery } from '@tanstack/react-query'
import type { PatientVisits, Visit } from '@zelab/contract'
import { formatMoment } from '../../lib/format.ts'
import { serverNow } from '../../lib/activity-clock.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import { readyTimesQuery } from './queries.ts'
import * as texts from './texts.ts'

type VisitFacts = Pick<Visit, 'state' | 'expected' | 'promisedAt' | 'targetAt' | 'payment'> &
  Partial<Pick<Visit, 'reports'>>

const missingPart = ({ title, waits }: Visit['expected'][number]): string =>
  waits ? texts.waits(title, { ...waits, since: formatMoment(waits.since) }) : texts.isMissing(title)

/** "1 of 2 ready: HbA1c missing", or what is published and where the others are. */
const expectedParts = (expected: Visit['expected']): string[] => {
  const missing = expected.filter(({ isFulfilled }) => !isFulfilled)
  const ready = expected.filter(({ isFulfilled }) => isFulfilled)
  const titles = ready.map(({ title }) => title).join(', ')
  if (missing.length === 0 || missing.some(({ waits }) => waits))
    return [...(titles ? [texts.isPublished(titles)] : []), ...missing.map(missingPart)]
  return [texts.missing(ready.length, expected.length, missing.map(({ title }) => title).join(', '))]
}

const duePart = ({ promisedAt, targetAt, state }: VisitFacts, now: number): string[] => {
  const at = promisedAt ?? targetAt
  if (at === null || state === 'canceled' || state === 'ready') return []
  const due = (promisedAt ? texts.isPromised : texts.isExpected)(formatMoment(at))
  return [Date.parse(at) < now ? texts.isLate(due) : due]
}

/** Why a visit waits, in one sentence; empty when there is nothing to say. */
export const visitSentence = (
  visit: VisitFacts,
  { usualMinutes, now }: { usualMinutes?: number | undefined; now: number },
): string => {
  const { state, expected, reports = [], payment } = visit
  if (state === 'canceled') return texts.isCanceled
  const isWaiting = expected.some(({ isFulfilled }) => !isFulfilled)
  const parts = [
    ...expectedParts(expected),
    ...(expected.length === 0 && reports.length > 0
      ? [texts.isPublished(reports.map(({ title }) => title).join(', '))]
      : []),
    ...(state === 'awaited' && !isWaiting ? [texts.isCorrected] : []),
    ...(payment === 'due' ? [texts.isDue] : []),
    ...duePart(visit, now),
    ...(isWaiting && usualMinutes !== undefined ? [texts.isUsual(usualMinutes)] : []),
  ]
  const sentence = parts.join('; ')
  return sentence && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** The visit that the head of the patient's page speaks of: late, awaited, or else the newest one. */
export const headVisitOf = <V extends VisitFacts>(visits: readonly V[]): V | undefined =>
  visits.find(({ state }) => state === 'late') ??
  visits.find(({ state }) => state === 'awaited') ??
  visits.find(({ state }) => state !== 'canceled')

export function VisitSentence({ visit, labId }: { visit: VisitFacts; labId?: number | undefined }) {
  const ownLab = useSessionStore(({ user }) => user?.lab?.id)
  const missing = visit.expected.filter(({ isFulfilled }) => !isFulfilled).map(({ id }) => id)
  const { data = [] } = useQuery({
    ...readyTimesQuery(
      labId ?? ownLab ?? 0,
      missing.toSorted((one, other) => one - other),
    ),
    enabled: missing.length > 0 && (labId ?? ownLab) !== undefined,
  })
  const usual = data.flatMap(({ usualMinutes }) => usualMinutes ?? [])
  const usualMinutes = data.length > 0 && usual.length === data.length ? Math.max(...usual) : undefined
  return <bdi>{visitSentence(visit, { usualMinutes, now: serverNow() })}</bdi>
}

/** For the newest visit of a patient at the counter. */
export const factsOfPatient = ({ state, dueVisit, ...visits }: PatientVisits): VisitFacts => ({
  ...visits,
  state: state ?? 'open',
  payment: dueVisit ? 'due' : 'unknown',
})
