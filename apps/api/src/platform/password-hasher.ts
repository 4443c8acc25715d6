import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from './fair-queue.ts'

// OWASP's parameters for Argon2id, the library's default: 19 MiB, 2 passes, 1 lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Sign-ins never wait behind password resets and changes. */
export type HashLane = 'sign-in' | 'other'

// Each hash takes a core for tens of milliseconds, so one core stays free for requests.
const queue = createFairQueue<HashLane>(
  {
    atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)),
    perOwner: Infinity,
    mostWaiting: Infinity,
    mostWaitingPerOwner: 30,
  },
  new Map([['sign-in', { mostWaiting: 250, turns: 3 }]]),
)

export const hashPassword = (password: string): Promise<string> =>
  queue.run('other', () => hash(password, PARAMETERS))

export const isPassword = (
  passwordHash: string,
  password: string,
  lane: HashLane = 'other',
): Promise<boolean> => queue.run(lane, () => verify(passwordHash, password))

let decoy: Promise<string> | undefined

/** Makes sign-ins to unknown accounts take as long as verifying a password. */
export const spendPasswordTime = async (password: string): Promise<void> => {
  // Not queued: it runs once per process, and a full queue must not leave it rejected.
  decoy ??= hash('no account has this password', PARAMETERS)
  await isPassword(await decoy, password, 'sign-in')
}
