import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a link or a cookie. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token: reading the database does not reveal it. */
export const hashSecretToken = (token: string): Buffer => createHash('sha256').update(token).digest()
