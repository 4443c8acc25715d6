import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LookupOutcome, Verification as VerificationFacts } from '@zelab/contract'
import { LOOKUP_DAYS, shownVerificationCode } from '@zelab/contract'
import { useId } from 'react'
import { verificationQuery } from '../../../../entities/report/queries.ts'
import { NEW_TAB } from '../../../../ui/actions/new-tab.tsx'
import { CopyButton } from '../../../../ui/actions/copy-button.tsx'
import { Ltr } from '../../../../ui/display/ltr.tsx'
import { RelativeTime } from '../../../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../../../ui/display/status-badge.tsx'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { SectionCard } from '../../../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'
import classes from './verification.module.css'

/** A visitor had another document or failed the patient check. */
const NEEDS_ATTENTION: readonly LookupOutcome[] = ['file-unknown', 'pass-refused']

interface VerificationProps {
  reportId: number
  version: number
}

export function Verification({ reportId, version }: VerificationProps) {
  const { data: facts, error, isFetching, refetch } = useQuery(verificationQuery(reportId))
  if (error && !facts)
    return (
      <SectionCard title={texts.verification}>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </SectionCard>
    )
  return (
    <SectionCard title={texts.verification} subtitle={texts.verificationHint} isFlush>
      <div className={classes.code} aria-busy={!facts}>
        <p className={classes.label}>{version > 1 ? texts.codeOfVersion(version) : texts.code}</p>
        {facts ? <Code facts={facts} /> : <Skeleton className={classes.pendingCode ?? ''} />}
      </div>
      <Lookups facts={facts} />
    </SectionCard>
  )
}

function Code({ facts: { code, address } }: { facts: VerificationFacts }) {
  return (
    <>
      <p className={classes.value}>
        <Ltr>
          <code>{shownVerificationCode(code)}</code>
        </Ltr>
        <CopyButton text={address} label={texts.copyAddress} />
      </p>
      <Button
        component="a"
        href={address}
        {...NEW_TAB}
        size="xs"
        variant="default"
        leftSection={<IconExternalLink size={16} stroke={1.75} />}
      >
        {texts.openPublicPage}
      </Button>
    </>
  )
}

function Lookups({ facts }: { facts: VerificationFacts | undefined }) {
  const titleId = useId()
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.title} id={titleId}>
          {texts.lookups}
        </h3>
        {facts && facts.totalLookups > facts.lookups.length && (
          <span className={classes.detail}>{texts.lookupsInDays(facts.totalLookups, LOOKUP_DAYS)}</span>
        )}
      </div>
      {facts?.lookups.length === 0 ? (
        <p className={classes.none}>{texts.notLookedUp}</p>
      ) : (
        <ul className={classes.list} aria-labelledby={titleId} aria-busy={!facts} tabIndex={0}>
          {facts?.lookups.map((lookup, index) => (
            <Lookup key={`${lookup.at} ${index}`} lookup={lookup} />
          ))}
          {!facts && (
            <li className={classes.row}>
              <Skeleton height="1.25rem" width="40%" />
            </li>
          )}
        </ul>
      )}
    </>
  )
}

function Lookup({ lookup }: { lookup: VerificationFacts['lookups'][number] }) {
  const { at, version, outcome } = lookup
  return (
    <li className={classes.row}>
      <div className={classes.outcome}>
        {NEEDS_ATTENTION.includes(outcome) ? (
          <StatusBadge tone="warning" icon={IconAlertTriangle}>
            {texts.OUTCOMES[outcome]}
          </StatusBadge>
        ) : (
          <span className={classes.word}>{texts.OUTCOMES[outcome]}</span>
        )}
        <span className={classes.detail}>
          <RelativeTime at={at} />
        </span>
      </div>
      <p className={classes.detail}>{texts.version(version)}</p>
    </li>
  )
}
