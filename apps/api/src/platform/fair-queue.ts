export class QueueFullError extends Error {
  constructor() {
    super('The queue is full')
    this.name = 'QueueFullError'
  }
}

export interface QueueLimits {
  atOnce: number
  perOwner: number
  mostWaiting: number
  mostWaitingPerOwner: number
}

export interface OwnerLimits {
  mostWaiting: number
  /** Consecutive turns while others wait. */
  turns: number
}

interface Line {
  limits: OwnerLimits
  /** Remaining turns before the next owner. */
  turnsLeft: number
  running: number
  /** Number of the latest turn; 0 if none since it was idle. */
  turn: number
  waiting: (() => void)[]
}

export interface FairQueue<Owner> {
  /**
   * Runs the work on the owner's turn; the waiting owner with the oldest turn comes first.
   * @param signal ends the wait; running work must observe it itself
   */
  run<Result>(owner: Owner, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

/** Limits concurrent work per owner (a user, a kind of work), so that one owner cannot delay the others. */
export const createFairQueue = <Owner>(
  limits: QueueLimits,
  limitsOf: ReadonlyMap<Owner, OwnerLimits> = new Map(),
): FairQueue<Owner> => {
  const lines = new Map<Owner, Line>()
  let turns = 0
  let running = 0
  let waiting = 0

  const lineOf = (owner: Owner): Line => {
    const known = lines.get(owner)
    if (known) return known
    const own = limitsOf.get(owner) ?? { mostWaiting: limits.mostWaitingPerOwner, turns: 1 }
    const line = { limits: own, turnsLeft: own.turns, running: 0, turn: 0, waiting: [] }
    lines.set(owner, line)
    return line
  }
  const forgetUnused = (owner: Owner, line: Line) => {
    if (line.running === 0 && line.waiting.length === 0) lines.delete(owner)
  }
  const begin = (line: Line) => {
    running += 1
    line.running += 1
    line.turnsLeft -= 1
    if (line.turnsLeft > 0) return
    line.turn = ++turns
    line.turnsLeft = line.limits.turns
  }

  const startNext = () => {
    if (waiting === 0 || running >= limits.atOnce) return
    let next: Line | undefined
    for (const line of lines.values())
      if (line.waiting.length > 0 && line.running < limits.perOwner && line.turn < (next?.turn ?? Infinity))
        next = line
    const start = next?.waiting.shift()
    if (!next || !start) return
    waiting -= 1
    begin(next)
    start()
  }

  const waitInLine = (line: Line, signal: AbortSignal | undefined) => {
    if (line.waiting.length >= line.limits.mostWaiting || waiting >= limits.mostWaiting)
      throw new QueueFullError()
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(start), 1)
        waiting -= 1
        reject(signal?.reason as Error)
      }
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.waiting.push(start)
      waiting += 1
    })
  }

  return {
    async run(owner, work, signal) {
      signal?.throwIfAborted()
      const line = lineOf(owner)
      try {
        if (running < limits.atOnce && line.running < limits.perOwner) begin(line)
        else await waitInLine(line, signal)
      } catch (error) {
        forgetUnused(owner, line)
        throw error
      }
      try {
        return await work()
      } finally {
        running -= 1
        line.running -= 1
        startNext()
        forgetUnused(owner, line)
      }
    },
  }
}
