import { useQuery } from '@tanstack/react-query'
import type { Letterhead } from '@zelab/contract'
import { Ltr } from '../../ui/display/inline.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { LabSettingsCard } from '../../entities/lab/lab-settings-card.tsx'
import { LetterheadDialog } from './letterhead-dialog.tsx'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

const factsOf = ({ isUsed, host, seal }: Letterhead) => [
  {
    label: texts.onReports,
    value: (
      <StatusBadge tone={isUsed ? 'positive' : 'neutral'}>{isUsed ? texts.used : texts.notUsed}</StatusBadge>
    ),
  },
  { label: texts.checkedAt, value: <Ltr>{host}/v</Ltr>, isLong: true },
  {
    label: texts.seal,
    value: !seal ? (
      texts.noKey
    ) : (
      <StatusBadge tone={seal.problem ? 'warning' : 'positive'}>
        {seal.problem ? texts.notSealed : texts.sealed}
      </StatusBadge>
    ),
  },
]

export function LetterheadCard({ labId }: { labId: number }) {
  return (
    <LabSettingsCard
      labId={labId}
      title={texts.letterhead}
      subtitle={texts.letterheadHint}
      query={useQuery(endpointQuery(pageApi.letterheads.getLetterhead, { params: { id: labId } }))}
      facts={factsOf}
      edits={[[texts.editLetterhead, LetterheadDialog]]}
    />
  )
}
