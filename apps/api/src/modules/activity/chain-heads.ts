import { createReadStream } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** The end of the chain of seals at one moment. */
export interface ChainHead {
  /** How many seals there are up to it. */
  seals: number
  lastEntryId: number
  hash: Buffer
}

/** A head that was kept outside of the database; of one written down by hand only the hash may be known. */
export interface KeptHead {
  hash: Buffer
  lastEntryId: number | undefined
}

/** A file of heads holds something else. */
class HeadFileError extends Error {}

const HASH = /^[0-9a-f]{64}$/i
const LINE = /^\S+ \d{1,15} (\d{1,15}) ([0-9a-f]{64})$/

/** A head as it is typed: the hash in hexadecimal; undefined when it is something else. */
export const parseHead = (text: string): KeptHead | undefined =>
  HASH.test(text) ? { hash: Buffer.from(text, 'hex'), lastEntryId: undefined } : undefined

/** Adds a line: the time, the number of seals, the last entry they cover, and the hash in hexadecimal. */
export const appendHead = (file: string, { seals, lastEntryId, hash }: ChainHead): Promise<void> =>
  appendFile(file, `${new Date().toISOString()} ${seals} ${lastEntryId} ${hash.toString('hex')}\n`, {
    mode: 0o600,
    flush: true,
  })

/** The heads of a file that `appendHead` wrote, in their order. */
export async function* readHeads(file: string): AsyncGenerator<KeptHead> {
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
