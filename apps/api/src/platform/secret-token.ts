import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for an address or a cookie. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: nobody who reads the database can use it. */
export const hashSecretToken = (token: string): Buffer => createHash('sha256').update(token).digest()
