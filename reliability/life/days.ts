import { correctPatient, merge, undoMerge, walkIn } from './actions-patients.ts'
import { discard, release, returnAndCorrect, suspendOrLift } from './actions-release.ts'
import { amend, decideOutdated, publish, reassign, withdraw } from './actions-reports.ts'
import {
  cancelVisit,
  flagOrCall,
  giveReportLink,
  giveVisitLink,
  movePromise,
  pay,
  refer,
  setOrderNumber,
} from './actions-visits.ts'
import { publishArrival, receive, rejectArrival } from './actions-inbox.ts'
import { sendMail } from './actions-messages.ts'
import type { Lane } from './lane.ts'
import { Refusal } from './requests.ts'

type Action = (lane: Lane) => Promise<unknown>

const SHARES: readonly (readonly [weight: number, action: Action])[] = [
  ...([
    [14, walkIn],
    [22, publish],
    [7, amend],
    [4, withdraw],
    [2, decideOutdated],
    [8, reassign],
  ] as const),
  ...([
    [8, release],
    [2, returnAndCorrect],
    [2, discard],
    [3, suspendOrLift],
  ] as const),
  ...([
    [4, merge],
    [4, undoMerge],
    [8, correctPatient],
  ] as const),
  ...([
    [4, pay],
    [3, movePromise],
    [4, refer],
    [2, setOrderNumber],
    [2, cancelVisit],
  ] as const),
  ...([
    [5, giveVisitLink],
    [4, giveReportLink],
    [4, flagOrCall],
  ] as const),
  ...([
    [8, receive],
    [7, publishArrival],
    [1, rejectArrival],
    [4, sendMail],
  ] as const),
]
/** Names of actions that are left out, to find what a difference depends on. */
const LEFT_OUT = new Set((process.env.LIFE_WITHOUT ?? '').split(','))
/** Names of all actions. */
export const WORK: readonly string[] = SHARES.map(([, { name }]) => name)
const TOTAL = SHARES.reduce((sum, [weight]) => sum + weight, 0)

/** Refused when the answer to an earlier try was lost. */
const UNREPEATABLE: readonly Action[] = [merge, undoMerge, receive]

export const createTally = () => ({ done: new Map<string, number>(), refused: new Map<string, number>() })
export type Tally = ReturnType<typeof createTally>

const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

/** A refusal is read by a person, who does something else. */
export const attempt = async (
  { done, refused }: Tally,
  name: string,
  action: () => Promise<unknown>,
): Promise<void> => {
  if (LEFT_OUT.has(name)) return
  try {
    await action()
    add(done, name)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    add(refused, `${name}: ${error.message}`)
  }
}

/** One person acts a number of times. */
export const work = async (
  lane: Lane,
  { actions, isRepeatable }: { actions: number; isRepeatable: boolean },
  tally: Tally,
): Promise<void> => {
  for (let count = 0; count < actions; count += 1) {
    let rest = lane.random() * TOTAL
    const [, action] = SHARES.find(([weight]) => (rest -= weight) < 0) ?? [0, walkIn]
    if (isRepeatable && UNREPEATABLE.includes(action)) continue
    await attempt(tally, action.name, () => action(lane))
  }
}
