import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

// OWASP's parameters for Argon2id (the library's default algorithm): 19 MiB, 2 passes, 1 lane.
// Runs on the thread pool, off the event loop.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each takes a core for tens of milliseconds. Sign-ins in a crowd wait for each other rather than making everyone
// else wait: one core is left to the other requests, and most of the thread pool to the files.
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))
let running = 0
const queue: (() => void)[] = []

const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => void queue.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // The place goes to the next one in line, or is given up.
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, PARAMETERS))

export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  inTurn(() => verify(passwordHash, password))

let decoy: Promise<string> | undefined

/** Takes as long as checking a real password, for accounts that do not exist. */
export const spendPasswordTime = async (password: string): Promise<void> => {
  decoy ??= hashPassword('no account has this password')
  await isPassword(await decoy, password)
}
