import type { Context } from '../../../core/context.ts'
import { findCandidates, type Candidate } from '../../reports/patient-match/identity-candidates.ts'
import type { ItemIdentity } from './identity.ts'
import { judge, type Verdict } from './judge.ts'

export interface Matched extends Verdict {
  candidates: Candidate[]
}

export const createMatcher =
  ({ database }: Pick<Context, 'database'>) =>
  async (item: { labId: number; identity: ItemIdentity; isReadWhole: boolean }): Promise<Matched> => {
    const scope = { everyLab: false as const, labId: item.labId }
    const candidates = await findCandidates(scope, database, item.identity)
    return { ...judge(item.identity, candidates, item.isReadWhole), candidates }
  }
export type Matcher = ReturnType<typeof createMatcher>
