import { reportFileAddress, SEAL_PROBLEMS, type Stamp } from '@zelab/contract'
import { z } from 'zod'
import { stampedFiles } from '../../../core/tables.gen.ts'
import { from } from '../../../platform/database/columns.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export const stampStateRow = z.object({
  isWithdrawn: from('r.withdrawn_at is not null', z.boolean()),
  isUsed: from('coalesce(letterhead.is_used, false)', z.boolean()),
  kind: from('stamped.kind', stampedFiles.kind.nullable()),
  hasFailedLately: from(
    "coalesce(stamped.kind = 'failed' and stamped.made_at > now() - interval '1 day', false)",
    z.boolean(),
  ),
  isSealed: from('stamped.is_sealed', stampedFiles.isSealed.nullable()),
  sealProblem: from('stamped.seal_problem', z.enum(SEAL_PROBLEMS).nullable()),
})
export type StampState = RowOf<typeof stampStateRow>

export const mayBeStamped = ({
  isUsed,
  isWithdrawn,
  kind,
  hasFailedLately,
}: Omit<StampState, 'isSealed' | 'sealProblem'>): boolean =>
  isUsed && !isWithdrawn && (kind === null || (kind === 'failed' && !hasFailedLately))

/**
 * Null without a letterhead.
 * @param slipName of the separate page, if any
 */
export const stampOf = (state: StampState, fileName: string, slipName: string | null): Stamp | null => {
  const { kind, isSealed, sealProblem } = state
  const isPending = mayBeStamped(state)
  if (!isPending && (kind === null || kind === 'failed')) return null
  return {
    kind: isPending || kind === null || kind === 'failed' ? 'pending' : kind,
    originalAddress: `${reportFileAddress(fileName)}?copy=original`,
    slipAddress: slipName === null ? null : reportFileAddress(slipName),
    isSealed: isSealed ?? false,
    sealProblem,
  }
}
