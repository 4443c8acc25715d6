import { randomBytes } from 'node:crypto'
import { verificationCodeOf } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import {
  findCode,
  findNewestReportId,
  findVersionsWithoutCode,
  insertCodes,
  type VersionOfReport,
} from './verification-codes.repository.ts'

const RANDOM_BYTES = 25
/** A single statement for all reports would exceed the statement timeout. */
const BATCH = 1000

export const newVerificationCode = (): string => verificationCodeOf(randomBytes(RANDOM_BYTES))

const withNewCode = (version: VersionOfReport) => ({ ...version, code: newVerificationCode() })

/** As people type it. */
export const placeOf = (address: string): string => address.replace(/^https?:\/\//, '')

/** A code never changes. */
export const createVerificationCodes = ({
  database,
  publicUrl,
}: Pick<Context, 'database' | 'publicUrl'>) => ({
  host: placeOf(publicUrl),

  /** Runs in the transaction that publishes the version. */
  assign: (tx: Queryable, version: VersionOfReport): Promise<void> => insertCodes(tx, [withNewCode(version)]),

  /** Creates missing codes of versions from earlier releases. */
  async codeOf(version: VersionOfReport): Promise<string> {
    const known = await findCode(database, version)
    if (known !== undefined) return known
    await insertCodes(database, [withNewCode(version)])
    const code = await findCode(database, version)
    if (code === undefined) throw new Error('The version does not exist')
    return code
  },

  addressOf: (code: string): string => `${publicUrl}/v/${code}`,

  /** Upper case takes fewer modules. Hosts and the route ignore case, but a folder may not. */
  qrTextOf: (code: string): string => {
    const address = `${publicUrl}/v/${code}`
    return new URL(publicUrl).pathname === '/' ? address.toUpperCase() : address
  },

  /** Recurring job for versions from earlier releases. */
  async assignMissing(): Promise<void> {
    const newest = await findNewestReportId(database)
    for (let after = 0; after < newest; after += BATCH) {
      const versions = await findVersionsWithoutCode(database, { after, upTo: after + BATCH })
      if (versions.length > 0) await insertCodes(database, versions.map(withNewCode))
    }
  },
})
export type VerificationCodes = ReturnType<typeof createVerificationCodes>
