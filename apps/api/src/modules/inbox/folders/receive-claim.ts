import { fileTooLarge, type InboxSourceProblem } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { AppError } from '../../../core/app-error.ts'
import { DatabaseUnavailableError } from '../../../platform/database/database.ts'
import { StorageUnavailableError } from '../../../platform/file-storage/file-storage.ts'
import { isFinalRefusal, type Intake } from '../intake/arrival.ts'
import type { Claim } from './claims.ts'
import { isUnchanged, openClaimedFile, type ClaimedFile } from './claimed-file.ts'
import { EMPTY_FILE, NOT_A_FILE, type Refusal } from './failed-files.ts'
import { isSameState } from './folder-reading.ts'

/**
 * `changed`: the file is still being written. `outage`: every file of the folder would fail now. `failed`: the cause
 * is unknown, or the file is unreadable.
 */
export type Outcome =
  | { kind: 'received' | 'duplicate' | 'gone' | 'changed' }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'outage'; problem: InboxSourceProblem | null }
  | {
      kind: 'failed'
      error: unknown
      isUnreadable: boolean
    }

const MEGABYTE = 1024 * 1024

const outageOf = (error: unknown): { problem: InboxSourceProblem | null } | undefined => {
  if (error instanceof StorageUnavailableError) return { problem: 'storage-unavailable' }
  // The problem cannot be stored while the database is unavailable.
  if (error instanceof DatabaseUnavailableError) return { problem: null }
  if (!(error instanceof AppError)) return undefined
  if (error.code === 'INBOX_FULL') return { problem: 'inbox-full' }
  if (error.kind === 'INSUFFICIENT_STORAGE' || error.kind === 'UNAVAILABLE')
    return { problem: 'storage-unavailable' }
  return error.kind === 'THROTTLED' ? { problem: null } : undefined
}

const outcomeOf = (error: unknown, file: ClaimedFile): Outcome => {
  const failure = file.failure()
  if (failure !== undefined) return { kind: 'failed', error: failure, isUnreadable: true }
  if (isFinalRefusal(error)) return { kind: 'refused', refusal: error }
  const outage = outageOf(error)
  return outage ? { kind: 'outage', ...outage } : { kind: 'failed', error, isUnreadable: false }
}

export const createClaimReceiver = ({
  intake,
  uploadLimitMb,
}: Pick<Context, 'uploadLimitMb'> & { intake: Intake }) => {
  const receive = async (
    source: { id: number; labId: number },
    claim: Claim,
    file: ClaimedFile,
  ): Promise<Outcome> => {
    if (!claim.state || !isSameState(claim.state, file.state)) {
      claim.state = file.state
      return { kind: 'changed' }
    }
    if (file.state.sizeBytes === 0n) return { kind: 'refused', refusal: EMPTY_FILE }
    try {
      const limitMb = await uploadLimitMb()
      if (file.state.sizeBytes > limitMb * MEGABYTE)
        throw new AppError('TOO_LARGE', 'FILE_TOO_LARGE', { message: fileTooLarge(limitMb) })
      const origin = { labId: source.labId, sourceId: source.id }
      const fileName = claim.name.toString('utf8')
      const [received] = await intake.receive(origin, [{ fileName, content: file.content }])
      // Content added after the read makes another file, which the next attempt receives.
      if (!(await isUnchanged(claim, file.state))) return { kind: 'changed' }
      claim.isReceived = true
      return { kind: received && 'itemId' in received ? 'received' : 'duplicate' }
    } catch (error) {
      return outcomeOf(error, file)
    }
  }

  return async (source: { id: number; labId: number }, claim: Claim): Promise<Outcome> => {
    // An earlier attempt added the item but could not remove the file.
    if (claim.isReceived) return { kind: 'duplicate' }
    try {
      const file = await openClaimedFile(claim)
      if (file === 'gone') return { kind: 'gone' }
      if (file === 'unsuitable') return { kind: 'refused', refusal: NOT_A_FILE }
      try {
        return await receive(source, claim, file)
      } finally {
        await file.close()
      }
    } catch (error) {
      return { kind: 'failed', error, isUnreadable: true }
    }
  }
}
export type ClaimReceiver = ReturnType<typeof createClaimReceiver>
