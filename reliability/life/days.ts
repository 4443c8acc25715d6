import { correctPatient, merge, undoMerge, walkIn } from './actions-patients.ts'
import { discard, release, returnAndCorrect, suspendOrLift } from './actions-release.ts'
import { amend, publish, reassign, withdraw } from './actions-reports.ts'
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
import type { Lane } from './lane.ts'
import { Refusal } from './requests.ts'

type Action = (lane: Lane) => Promise<unknown>

const SHARES: readonly (readonly [weight: number, action: Action])[] = [
  ...([
    [14, walkIn],
    [22, publish],
    [7, amend],
    [4, withdraw],
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
]
/** Names of actions that are left out, to find what a difference depends on. */
const LEFT_OUT = new Set((process.env.LIFE_WITHOUT ?? '').split(','))
const CHOSEN = SHARES.filter(([, { name }]) => !LEFT_OUT.has(name))
const TOTAL = CHOSEN.reduce((sum, [weight]) => sum + weight, 0)

export interface Tally {
  done: Map<string, number>
  refused: Map<string, number>
}

const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

/** One person acts a number of times. What the product refuses, a person reads, and does something else. */
export const work = async (lane: Lane, actions: number, { done, refused }: Tally): Promise<void> => {
  for (let count = 0; count < actions; count += 1) {
    let rest = lane.random() * TOTAL
    const [, action] = CHOSEN.find(([weight]) => (rest -= weight) < 0) ?? [0, walkIn]
    try {
      await action(lane)
      add(done, action.name)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      add(refused, `${action.name}: ${error.message}`)
    }
  }
}
