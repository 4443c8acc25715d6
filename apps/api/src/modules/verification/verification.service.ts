import { LOOKUPS_SHOWN, type LookupOutcome, type Verification } from '@zelab/contract'
import type { ReportService } from '../reports/list/reports.service.ts'
import type { Context } from '../../core/context.ts'
import type { Caller } from '../../core/caller.ts'
import { createBatchWriter } from '../../platform/batch-writer.ts'
import { networkPrefixOf } from '../../platform/network-of.ts'
import type { AnonymousCaller } from '../activity/activity.service.ts'
import type { VerificationCodes } from './verification-codes.service.ts'
import {
  deleteOldLookups,
  findByCode,
  findLookups,
  findVersionsOfFile,
  insertLookups,
  type NewLookup,
  type VerifiedVersion,
} from './verification.repository.ts'

export type VersionState = Extract<LookupOutcome, 'current' | 'superseded' | 'withdrawn' | 'suspended'>

export type FileFinding =
  | { outcome: Extract<LookupOutcome, 'file-matches' | 'file-original' | 'file-slip' | 'file-unknown'> }
  | { outcome: 'file-other-version'; version: number }

const FOUND = { report: 'file-matches', original: 'file-original', slip: 'file-slip' } as const

const REMOVED_AT_ONCE = 1000

export const stateOf = ({
  withdrawnAt,
  isSuspended,
  version,
  currentVersion,
}: VerifiedVersion): VersionState => {
  if (withdrawnAt !== null) return 'withdrawn'
  if (isSuspended) return 'suspended'
  return version === currentVersion ? 'current' : 'superseded'
}

export const lookupOf = (
  { address }: AnonymousCaller,
  { reportId, version }: Pick<VerifiedVersion, 'reportId' | 'version'>,
  outcome: LookupOutcome,
): NewLookup => ({ reportId, version, outcome, network: networkPrefixOf(address) })

/** Limits per network for all look-ups, and for those without a report. */
const LOOKUP_LIMIT = { perAccount: 30, perAddress: 30, windowMinutes: 10, isStrict: true } as const
const UNKNOWN_CODE_LIMIT = { perAccount: 10, perAddress: 10, windowMinutes: 10, isStrict: true } as const

export const createVerificationService = ({
  database,
  codes,
  reports,
  rateLimiter,
  metrics,
}: Pick<Context, 'database' | 'rateLimiter' | 'metrics'> & {
  codes: VerificationCodes
  reports: Pick<ReportService, 'find'>
}) => {
  const lookupLimiter = rateLimiter('verification-lookup', LOOKUP_LIMIT)
  // A network above the limit is refused for known codes as well, or the answer would distinguish them.
  const unknownLimiter = rateLimiter('verification-unknown', UNKNOWN_CODE_LIMIT)
  const onLookup = (outcome: LookupOutcome | 'unknown') => metrics.lookups.inc({ outcome })
  // Concurrent look-ups share a commit.
  const append = createBatchWriter((lookups: NewLookup[]) => insertLookups(database, lookups))

  /** Counts the look-up. */
  const find = async ({ address }: AnonymousCaller, code: string): Promise<VerifiedVersion | undefined> => {
    await lookupLimiter.attempt({ address })
    const [found] = await Promise.all([findByCode(database, code), unknownLimiter.check({ address })])
    if (found) return found
    await unknownLimiter.attempt({ address })
    onLookup('unknown')
    return undefined
  }

  const record = async (visitor: AnonymousCaller, found: VerifiedVersion, outcome: LookupOutcome) => {
    await append(lookupOf(visitor, found, outcome))
    onLookup(outcome)
  }

  const compare = async (found: VerifiedVersion, sha256: Buffer): Promise<FileFinding> => {
    const versions = await findVersionsOfFile(database, { reportId: found.reportId, sha256 })
    const own = versions.find(({ version }) => version === found.version)
    if (own) return { outcome: FOUND[own.part] }
    const other = versions.at(-1)
    return other ? { outcome: 'file-other-version', version: other.version } : { outcome: 'file-unknown' }
  }

  return {
    find,

    /** Undefined for an unknown code. */
    async lookUp(visitor: AnonymousCaller, code: string): Promise<VerifiedVersion | undefined> {
      const found = await find(visitor, code)
      if (found) await record(visitor, found, stateOf(found))
      return found
    },

    /** The server gets only the SHA-256 of the file. */
    async checkFile(
      visitor: AnonymousCaller,
      code: string,
      sha256: Buffer,
    ): Promise<{ found: VerifiedVersion; finding: FileFinding } | undefined> {
      const found = await find(visitor, code)
      if (!found) return undefined
      const finding = await compare(found, sha256)
      await record(visitor, found, finding.outcome)
      return { found, finding }
    },

    async describe(caller: Caller, reportId: number): Promise<Verification> {
      const { version } = await reports.find(caller, reportId)
      const [code, { lookups, total }] = await Promise.all([
        codes.codeOf({ reportId, version }),
        findLookups(database, reportId, LOOKUPS_SHOWN),
      ])
      return { code, address: codes.addressOf(code), lookups, totalLookups: total }
    },

    async removeOld(): Promise<void> {
      while ((await deleteOldLookups(database, REMOVED_AT_ONCE)) === REMOVED_AT_ONCE);
    },
  }
}
export type VerificationService = ReturnType<typeof createVerificationService>
