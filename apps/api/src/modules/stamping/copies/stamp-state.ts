import { reportFileAddress, SEAL_PROBLEMS, type Stamp } from '@zelab/contract'
import { z } from 'zod'
import { stampedFiles } from '../../../core/tables.gen.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export const stampStateRow = z.object({
  isWithdrawn: z.boolean(),
  /** Whether the lab puts its letterhead on reports now. */
  isUsed: z.boolean(),
  kind: stampedFiles.kind.nullable(),
  /** An attempt of the last day failed. */
  hasFailedLately: z.boolean(),
  isSealed: stampedFiles.isSealed.nullable(),
  sealProblem: z.enum(SEAL_PROBLEMS).nullable(),
})
export type StampState = RowOf<typeof stampStateRow>

/** Selects the state of a version of a report `r`: its lab's letterhead `letterhead` and its stamped file `stamped`, if any. */
export const STAMP_STATE_COLUMNS = `
  r.withdrawn_at is not null as "isWithdrawn", coalesce(letterhead.is_used, false) as "isUsed", stamped.kind,
  coalesce(stamped.kind = 'failed' and stamped.made_at > now() - interval '1 day', false) as "hasFailedLately",
  stamped.is_sealed as "isSealed", stamped.seal_problem as "sealProblem"`

export const mayBeStamped = ({ isUsed, isWithdrawn, kind, hasFailedLately }: StampState): boolean =>
  isUsed && !isWithdrawn && (kind === null || (kind === 'failed' && !hasFailedLately))

/**
 * The stamp for the page of a report; null without a letterhead.
 * @param slipName of the separate page, if there is one
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
