import { hash, verify } from '@node-rs/argon2'

// OWASP's parameters for Argon2id (the library's default algorithm): 19 MiB, 2 passes, 1 lane.
// Runs on the thread pool, off the event loop.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS)

export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password)

let decoy: Promise<string> | undefined

/** Takes as long as checking a real password, for accounts that do not exist. */
export const spendPasswordTime = async (password: string): Promise<void> => {
  decoy ??= hashPassword('no account has this password')
  await isPassword(await decoy, password)
}
