import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { InboxSettings } from '@zelab/contract'
import { useRef, useState } from 'react'
import { inboxSettingsQuery } from '../queries.ts'
import { Ltr } from '../../../../ui/display/ltr.tsx'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { DetailList } from '../../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../../ui/layout/section-card.tsx'
import classes from './rules-card.module.css'
import * as texts from './texts.tsx'
import { RulesDialog } from './rules-dialog.tsx'

const SHOWN_RULES = 5

export function InboxRulesCard({ labId }: { labId: number }) {
  const { data: settings, error, isFetching, refetch } = useQuery(inboxSettingsQuery(labId))
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard
      title={texts.inboxRules}
      subtitle={texts.cardHint}
      actions={
        <Button ref={opener} size="xs" variant="default" disabled={!settings} onClick={() => setIsOpen(true)}>
          {texts.editRules}
        </Button>
      }
    >
      {settings ? (
        <Summary settings={settings} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
      )}
      {settings && isOpen && (
        <RulesDialog
          labId={labId}
          settings={settings}
          onClose={() => {
            setIsOpen(false)
            opener.current?.focus()
          }}
        />
      )}
    </SectionCard>
  )
}

function Summary({ settings: { fileNamePattern, rules } }: { settings: InboxSettings }) {
  const further = rules.length - SHOWN_RULES
  return (
    <DetailList
      details={[
        {
          label: texts.fileNamePattern,
          value: fileNamePattern === null ? texts.noPattern : <Ltr>{fileNamePattern}</Ltr>,
          isWide: true,
        },
        {
          label: texts.rules,
          value:
            rules.length === 0 ? (
              texts.noRules
            ) : (
              <>
                <ol className={classes.rules}>
                  {rules.slice(0, SHOWN_RULES).map(({ field, contains, reportType, title }, index) => (
                    <li key={index}>
                      {texts.RULES[field](contains)}
                      <span className={classes.result}>{texts.becomes(reportType.title, title)}</span>
                    </li>
                  ))}
                </ol>
                {further > 0 && <p className={classes.more}>{texts.moreRules(further)}</p>}
              </>
            ),
          isWide: true,
        },
      ]}
    />
  )
}
