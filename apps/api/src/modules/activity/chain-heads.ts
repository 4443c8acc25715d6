import { createReadStream } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

export interface ChainHead {
  seals: number
  lastEntryId: number
  hash: Buffer
}

/** Stored outside of the database. A head copied by hand may have only the hash. */
export interface StoredHead {
  hash: Buffer
  lastEntryId: number | undefined
}

class HeadFileError extends Error {}

const HASH = /^[0-9a-f]{64}$/i
const LINE = /^\S+ \d{1,15} (\d{1,15}) ([0-9a-f]{64})$/

export const parseHead = (text: string): StoredHead | undefined =>
  HASH.test(text) ? { hash: Buffer.from(text, 'hex'), lastEntryId: undefined } : undefined

/** Line format: time, number of seals, last covered entry, hash in hexadecimal. */
export const appendHead = (file: string, { seals, lastEntryId, hash }: ChainHead): Promise<void> =>
  appendFile(file, `${new Date().toISOString()} ${seals} ${lastEntryId} ${hash.toString('hex')}\n`, {
    mode: 0o600,
    flush: true,
  })

export async function* readHeads(file: string): AsyncGenerator<StoredHead> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line === '') continue
    const [, lastEntryId, hash] = LINE.exec(line) ?? []
    if (!lastEntryId || !hash) throw new HeadFileError(`Line ${number} of ${file} is no head of a chain.`)
    yield { lastEntryId: Number(lastEntryId), hash: Buffer.from(hash, 'hex') }
  }
}
