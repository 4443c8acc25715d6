import { randomBytes } from 'node:crypto'
import { verificationCodeOf } from '@zelab/contract'
import type { Database, Queryable } from '../../platform/database/database.ts'
import {
  findCode,
  findNewestReportId,
  findVersionsWithoutCode,
  insertCodes,
  type VersionOfReport,
} from './verification-codes.repository.ts'

const RANDOM_BYTES = 25
/** Reports at once: a statement over all of them would take longer than statements may. */
const BATCH = 1000

export const newVerificationCode = (): string => verificationCodeOf(randomBytes(RANDOM_BYTES))

const withNewCode = (version: VersionOfReport) => ({ ...version, code: newVerificationCode() })

/** An address without its scheme, as people type it. */
export const placeOf = (address: string): string => address.replace(/^https?:\/\//, '')

interface Deps {
  database: Database
  /** The address of the pages that need no account. */
  publicUrl: string
}

/** The codes by which anyone checks a version of a report. A code is never changed or removed. */
export const createVerificationCodes = ({ database, publicUrl }: Deps) => ({
  /** What the address bar reads where a code is checked. */
  host: placeOf(publicUrl),

  /** In the transaction that publishes the version. */
  assign: (tx: Queryable, version: VersionOfReport): Promise<void> => insertCodes(tx, [withNewCode(version)]),

  /** The code of a published version; versions of earlier releases may get theirs here. */
  async codeOf(version: VersionOfReport): Promise<string> {
    const known = await findCode(database, version)
    if (known !== undefined) return known
    await insertCodes(database, [withNewCode(version)])
    const code = await findCode(database, version)
    if (code === undefined) throw new Error('The version does not exist')
    return code
  },

  /** The page of a code. */
  addressOf: (code: string): string => `${publicUrl}/v/${code}`,

  /** What a QR code says: upper case takes fewer modules, and hosts and the route ignore the case; a folder may not. */
  qrTextOf: (code: string): string => {
    const address = `${publicUrl}/v/${code}`
    return new URL(publicUrl).pathname === '/' ? address.toUpperCase() : address
  },

  /** The recurring job: versions that were published by an earlier release get codes. */
  async assignMissing(): Promise<void> {
    const newest = await findNewestReportId(database)
    for (let after = 0; after < newest; after += BATCH) {
      const versions = await findVersionsWithoutCode(database, { after, upTo: after + BATCH })
      if (versions.length > 0) await insertCodes(database, versions.map(withNewCode))
    }
  },
})
export type VerificationCodes = ReturnType<typeof createVerificationCodes>
