import { BusyError } from './busy-error.ts'

/** The second lane gets a turn after this many turns of the first. */
const FIRST_LANE_TURNS = 3

/**
 * Runs expensive work with a fixed number of workers and two bounded queues. The first lane has priority, but the
 * second gets every fourth turn, so that neither starves.
 */
export const createWorkLanes = <Lane extends string>(options: {
  what: string
  workers: number
  /** The limit of waiting work in each lane; the lane named first has priority. */
  mostWaiting: Record<Lane, number>
  retryAfterSeconds: number
}) => {
  const lanes = Object.entries<number>(options.mostWaiting).map(([name, most]) => ({
    name,
    most,
    waiting: [] as (() => void)[],
  }))
  let running = 0
  let turnsOfFirst = 0

  const next = () => {
    const [first, ...others] = lanes
    const other = others.find((lane) => lane.waiting.length > 0)
    const isTurnOfFirst = first && first.waiting.length > 0 && (!other || turnsOfFirst < FIRST_LANE_TURNS)
    turnsOfFirst = isTurnOfFirst ? turnsOfFirst + 1 : 0
    return (isTurnOfFirst ? first : other)?.waiting.shift()
  }

  const waitForTurn = (name: Lane): Promise<void> | undefined => {
    if (running < options.workers) {
      running += 1
      return undefined
    }
    const lane = lanes.find((candidate) => candidate.name === name)
    if (!lane || lane.waiting.length >= lane.most)
      throw new BusyError(options.what, options.retryAfterSeconds)
    return new Promise<void>((resolve) => void lane.waiting.push(resolve))
  }

  return async <Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> => {
    await waitForTurn(lane)
    try {
      return await work()
    } finally {
      // The worker takes the next item or becomes free.
      const start = next()
      if (start) start()
      else running -= 1
    }
  }
}
