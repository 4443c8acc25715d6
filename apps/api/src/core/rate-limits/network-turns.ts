import { createFairQueue, QueueFullError } from '../../platform/fair-queue.ts'
import { networkOf } from '../../platform/network-of.ts'
import { rateLimited } from '../app-error.ts'

const TURNS = { atOnce: Infinity, perOwner: 4, mostWaiting: 10_000, mostWaitingPerOwner: 200 } as const
const RETRY_SECONDS = 2

/**
 * Turns for anonymous work that counts as no attempt, so that no one can use up the attempts of others. The work of a
 * network that sends much waits.
 */
export const createNetworkTurns = () => {
  const queue = createFairQueue<string>(TURNS)
  return <Result>(address: string, work: () => Promise<Result>): Promise<Result> =>
    queue.run(networkOf(address), work).catch((error: unknown) => {
      throw error instanceof QueueFullError ? rateLimited(RETRY_SECONDS) : error
    })
}
