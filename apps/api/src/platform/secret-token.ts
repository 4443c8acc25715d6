import { createHash, randomBytes } from 'node:crypto'

export const newSecretToken = (): string => randomBytes(32).toString('base64url')

/** Hashed, so that reading the database does not reveal tokens. */
export const hashSecretToken = (token: string): Buffer => createHash('sha256').update(token).digest()
