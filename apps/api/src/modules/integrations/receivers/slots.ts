import { JOB_KINDS } from '../../../core/module.ts'

/** A receiver that took longer at its last sending, that fails, or that is new may occupy a slot for a minute. */
const QUICK_MS = 2_000

const MOST = {
  ofLab: JOB_KINDS.integrations - 3,
  slow: JOB_KINDS.integrations - 2,
  slowOfLab: 2,
}

interface Holder {
  labId: number
  isQuick: boolean
}

/** Shares what this process sends at once by lab and by the time that receivers take. */
export const createSlots = (most = MOST) => {
  const holders = new Set<Holder>()
  const times = new Map<number, number>()
  const count = (matches: (holder: Holder) => boolean) => [...holders].filter(matches).length

  const isFree = ({ labId, isQuick }: Holder) =>
    count((other) => other.labId === labId) < most.ofLab &&
    (isQuick ||
      (count((other) => !other.isQuick) < most.slow &&
        count((other) => !other.isQuick && other.labId === labId) < most.slowOfLab))

  return {
    /** @returns undefined if the receiver has to wait; otherwise a function that ends its turn */
    take({ id, labId, failingSince }: { id: number; labId: number; failingSince: string | null }) {
      const isQuick = failingSince === null && (times.get(id) ?? Infinity) <= QUICK_MS
      const holder = { labId, isQuick }
      if (!isFree(holder)) return undefined
      holders.add(holder)
      return (): void => {
        holders.delete(holder)
      }
    },

    noteTime(id: number, milliseconds: number): void {
      times.set(id, milliseconds)
    },
  }
}
