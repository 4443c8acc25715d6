import { Group, Radio, Text } from '@mantine/core'
import type { ProposedPatient } from '@zelab/contract'
import { ageInWords } from '../../../lib/age.ts'
import { formatPlainDate } from '../../../lib/format.ts'
import { Ltr } from '../../../ui/display/inline.tsx'
import { Kbd, ZlId } from '../../../ui/display/tags.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { COMPARED_FIELDS } from '../../../ui/texts.ts'
import { PROPOSAL_KEYS } from '../../../ui/shortcuts/record-shortcuts.ts'
import * as words from '../texts.ts'
import classes from './inbox-item.module.css'
import * as texts from './texts.ts'

interface CandidatesProps {
  candidates: readonly ProposedPatient[]
  chosenId: number | undefined
  onChoose: (candidate: ProposedPatient) => void
}

export function Candidates({ candidates, chosenId, onChoose }: CandidatesProps) {
  return (
    <fieldset>
      <Text component="legend" size="sm" fw={600}>
        {texts.proposed}
      </Text>
      {candidates.map((candidate, index) => {
        const { id, comparison } = candidate
        const isChosen = id === chosenId
        return (
          <div key={id} className={classes.candidate} data-chosen={isChosen || undefined}>
            <Radio
              name="candidate"
              label={<Person candidate={candidate} digit={PROPOSAL_KEYS[index]} />}
              checked={isChosen}
              onChange={() => onChoose(candidate)}
              aria-keyshortcuts={PROPOSAL_KEYS[index]}
            />
            <Group align="stretch" gap="0.25rem var(--mantine-spacing-sm)" ps="lg">
              {comparison.map(({ field, inFile, agrees }) => (
                <StatusBadge key={`${field} ${inFile}`} tone={agrees ? 'positive' : 'mismatch'}>
                  {(agrees ? texts.agrees : texts.differs)(COMPARED_FIELDS[field], inFile)}
                </StatusBadge>
              ))}
            </Group>
          </div>
        )
      })}
    </fieldset>
  )
}

function Person({ candidate, digit }: { candidate: ProposedPatient; digit: string | undefined }) {
  const { id, fullName, dateOfBirth, emrId } = candidate
  return (
    <>
      <Text component="bdi" inherit fw={600}>
        {fullName}
      </Text>
      {digit !== undefined && <Kbd>{digit}</Kbd>}
      <span className={classes.second}>
        {words.born(formatPlainDate(dateOfBirth))}, {ageInWords(dateOfBirth)} · <ZlId id={id} />
        {emrId !== null && (
          <>
            {' · '}
            {words.emrId} <Ltr>{emrId}</Ltr>
          </>
        )}
      </span>
    </>
  )
}
