import { Box, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LookupOutcome, Verification as VerificationFacts } from '@zelab/contract'
import { LOOKUP_DAYS, shownVerificationCode } from '@zelab/contract'
import { NEW_TAB } from '../../../../ui/actions/links.tsx'
import { CopyButton } from '../../../../ui/actions/copy-button.tsx'
import { Hint, Ltr } from '../../../../ui/display/inline.tsx'
import { RelativeTime } from '../../../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../../../ui/display/status-badge.tsx'
import { SectionCard } from '../../../../ui/layout/section-card.tsx'
import { Fetched } from '../../../../ui/list/fetched.tsx'
import { Facts, RecordItem, RecordRows } from '../../../../ui/list/record-list.tsx'
import * as texts from './texts.ts'
import classes from '../report-page.module.css'
import { endpointQuery } from '../../../../lib/endpoint-query.ts'
import { api } from '../../../../lib/api-client.ts'

/** A visitor had another document or failed the patient check. */
const NEEDS_ATTENTION: readonly LookupOutcome[] = ['file-unknown', 'pass-refused']

interface VerificationProps {
  reportId: number
  version: number
}

export function Verification({ reportId, version }: VerificationProps) {
  return (
    <SectionCard title={texts.verification} subtitle={texts.verificationHint} isFlush>
      <Fetched query={useQuery(endpointQuery(api.reports.getVerification, { params: { id: reportId } }))}>
        {(facts) => (
          <>
            <Box px="md" py="sm" mod="ruled">
              <Text c="dimmed" size="sm">
                {version > 1 ? texts.codeOfVersion(version) : texts.code}
              </Text>
              <Code facts={facts} />
            </Box>
            <Lookups facts={facts} />
          </>
        )}
      </Fetched>
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

function Lookups({ facts: { lookups, totalLookups } }: { facts: VerificationFacts }) {
  return (
    <>
      <Group justify="space-between" gap="0 var(--mantine-spacing-sm)" pt="sm" px="md">
        <Text component="h3" size="sm" fw={600}>
          {texts.lookups}
        </Text>
        <Facts>{totalLookups > lookups.length && texts.lookupsInDays(totalLookups, LOOKUP_DAYS)}</Facts>
      </Group>
      {lookups.length === 0 ? (
        <Hint pt={4} px="md" pb="sm">
          {texts.notLookedUp}
        </Hint>
      ) : (
        <RecordRows label={texts.lookups} rows={lookups} isStale={false} isScrolling>
          {({ at, version, outcome }, index) => (
            <RecordItem
              key={`${at} ${index}`}
              name={
                NEEDS_ATTENTION.includes(outcome) ? (
                  <StatusBadge tone="warning" icon={IconAlertTriangle}>
                    {texts.OUTCOMES[outcome]}
                  </StatusBadge>
                ) : (
                  texts.OUTCOMES[outcome]
                )
              }
            >
              <Facts>
                <RelativeTime at={at} />
                {texts.version(version)}
              </Facts>
            </RecordItem>
          )}
        </RecordRows>
      )}
    </>
  )
}
