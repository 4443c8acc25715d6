import { Checkbox } from '@mantine/core'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DuplicateList } from './duplicate-list.tsx'
import * as texts from '../texts.tsx'
import type { DuplicateDecision } from './use-duplicate-decision.ts'

/** Records that may be the person in the form: each can be opened, or all of them are different people. */
export function DuplicateDecisionNotice({ decision }: { decision: DuplicateDecision }) {
  const { candidates, areDifferent, setDifferent, isMissing, choiceRef } = decision
  return (
    <div aria-live="polite">
      {candidates.length > 0 && (
        <Notice tone="warning" title={texts.possibleDuplicates}>
          <p>{texts.decideDuplicates}</p>
          <DuplicateList duplicates={candidates} />
          <Checkbox
            ref={choiceRef}
            label={texts.differentPerson}
            checked={areDifferent}
            onChange={({ currentTarget }) => setDifferent(currentTarget.checked)}
            error={isMissing && texts.decisionMissing}
            aria-invalid={isMissing}
          />
        </Notice>
      )}
    </div>
  )
}
