import { JOB_KINDS } from '../../../core/module.ts'

/** A receiver that took longer at its last sending, or that fails, may occupy a slot for a minute. */
const QUICK_MS = 2_000

const MOST = {
  ofLab: JOB_KINDS.integrations - 3,
  slow: JOB_KINDS.integrations - 4,
  slowOrNew: JOB_KINDS.integrations - 2,
  slowOrNewOfLab: 2,
}

interface Holder {
  labId: number
  /** New: nothing was sent since the start of the process. */
  pace: 'quick' | 'new' | 'slow'
}

/** Shares what this process sends at once by lab and by the time that receivers take. */
export const createSlots = (most = MOST) => {
  const holders = new Set<Holder>()
  const times = new Map<number, number>()

  const paceOf = (id: number, failingSince: string | null): Holder['pace'] => {
    const lastMs = times.get(id)
    if (failingSince !== null) return 'slow'
    return lastMs === undefined ? 'new' : lastMs <= QUICK_MS ? 'quick' : 'slow'
  }

  const isFree = ({ labId, pace }: Holder) => {
    const others = [...holders]
    const ofLab = others.filter((other) => other.labId === labId)
    if (ofLab.length >= most.ofLab) return false
    if (pace === 'quick') return true
    const isSlowOrNew = (other: Holder) => other.pace !== 'quick'
    return (
      ofLab.filter(isSlowOrNew).length < most.slowOrNewOfLab &&
      others.filter(isSlowOrNew).length < most.slowOrNew &&
      (pace === 'new' || others.filter((other) => other.pace === 'slow').length < most.slow)
    )
  }

  return {
    /** @returns undefined if the receiver has to wait; otherwise a function that ends its turn */
    take({ id, labId, failingSince }: { id: number; labId: number; failingSince: string | null }) {
      const holder = { labId, pace: paceOf(id, failingSince) }
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
