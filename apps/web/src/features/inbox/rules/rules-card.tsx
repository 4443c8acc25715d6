import { useQuery } from '@tanstack/react-query'
import type { InboxSettings } from '@zelab/contract'
import { Hint, Ltr } from '../../../ui/display/inline.tsx'
import { LabSettingsCard } from '../../../entities/lab/lab-settings-card.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

const SHOWN_RULES = 5

export function InboxRulesCard({ labId }: { labId: number }) {
  return (
    <LabSettingsCard
      labId={labId}
      title={texts.inboxRules}
      subtitle={texts.cardHint}
      query={useQuery(endpointQuery(api.inbox.getSettings, { params: { id: labId } }))}
      facts={factsOf}
      edits={[[texts.editRules, RulesDialog]]}
    />
  )
}

const factsOf = ({ fileNamePattern, rules }: InboxSettings) => [
  {
    label: texts.fileNamePattern,
    value: fileNamePattern === null ? texts.noPattern : <Ltr>{fileNamePattern}</Ltr>,
    isWide: true,
  },
  {
    label: texts.rules,
    value: rules.length === 0 ? texts.noRules : <Rules rules={rules} />,
    isWide: true,
  },
]

function Rules({ rules }: Pick<InboxSettings, 'rules'>) {
  const further = rules.length - SHOWN_RULES
  return (
    <>
      <ol style={{ margin: 0, paddingInlineStart: '1.5rem' }}>
        {rules.slice(0, SHOWN_RULES).map(({ field, contains, reportType, title }, index) => (
          <li key={index}>
            {texts.RULES[field](contains)}
            <Hint>{texts.becomes(reportType.title, title)}</Hint>
          </li>
        ))}
      </ol>
      {further > 0 && <Hint mt={4}>{texts.moreRules(further)}</Hint>}
    </>
  )
}
