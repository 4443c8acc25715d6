import { Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { InboxItem } from '@zelab/contract'
import { formatPlainDate } from '../../../lib/format.ts'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { Isolated, Ltr } from '../../../ui/display/inline.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { FileName } from '../inbox-parts.tsx'
import type { InboxSearch } from '../inbox-search.ts'
import { isReady } from '../queries.ts'
import * as words from '../texts.ts'
import classes from '../inbox.module.css'
import * as texts from './texts.ts'

interface CellProps {
  item: InboxItem
}

export function FileCell({ item, search }: CellProps & { search: InboxSearch }) {
  const { id, fileName, kind, target } = item
  return (
    <>
      <AnchorLink
        to="/user/inbox/$itemId"
        params={{ itemId: String(id) }}
        search={search}
        preload={false}
        inherit
        className={classes.file ?? ''}
      >
        <FileName name={fileName} />
      </AnchorLink>
      {kind !== 'report' && (
        <Text span display="block" c="dimmed" size="sm">
          {words.KINDS[kind]}
          {target && ` · ${words.reportOf(target.id)}`}
        </Text>
      )}
    </>
  )
}

export function PatientCell({ item: { match, patient, target } }: CellProps) {
  if (target) return <bdi>{target.patient.fullName}</bdi>
  if (!patient)
    return (
      <Text span c="var(--warning-text)" inherit>
        {match === 'amber' ? texts.severalMatch : texts.noPatient}
      </Text>
    )
  const { fullName, dateOfBirth, emrId } = patient
  return (
    <>
      <bdi>{match === 'green' ? fullName : texts.maybe(fullName)}</bdi>
      <Text span display="block" c="dimmed" size="sm">
        {words.born(formatPlainDate(dateOfBirth))}
        {emrId !== null && (
          <>
            {' · '}
            <Text span inherit style={{ whiteSpace: 'nowrap' }}>
              <Ltr>{emrId}</Ltr>
            </Text>
          </>
        )}
      </Text>
    </>
  )
}

export function ReportCell({ item: { title, reportType, proposal, kind, needsRelease } }: CellProps) {
  if (kind === 'withdrawal') return null
  return (
    <>
      {title === null ? (
        <Text span c="var(--warning-text)" inherit>
          {words.titleMissing}
        </Text>
      ) : (
        <Isolated>{title}</Isolated>
      )}
      <Text span display="block" c="dimmed" size="sm">
        {!reportType && (
          <Text span c="var(--warning-text)" inherit>
            {words.typeMissing}
          </Text>
        )}
        {reportType && reportType.title !== title && (
          <>
            <Isolated>{reportType.title}</Isolated>{' '}
          </>
        )}
        {proposal && words.PROPOSALS[proposal]}
        {needsRelease && ` ${texts.needsRelease}`}
      </Text>
    </>
  )
}

export function ReceivedCell({
  item: { receivedAt, source, lab },
  hasLabs,
}: CellProps & { hasLabs: boolean }) {
  return (
    <>
      <RelativeTime at={receivedAt} />
      <Text span display="block" c="dimmed" size="sm">
        <bdi>{source.name}</bdi>
        {hasLabs && (
          <>
            {' · '}
            <bdi>{lab.name}</bdi>
          </>
        )}
      </Text>
    </>
  )
}

export function SourceCell({ item: { source } }: CellProps) {
  return (
    <>
      <bdi>{source.name}</bdi>
      <Text span display="block" c="dimmed" size="sm">
        {words.SOURCES[source.kind]}
      </Text>
    </>
  )
}

export function StateCell({ item }: CellProps) {
  const { problem, claim, isCritical, notices } = item
  return (
    <Stack component="span" gap={4} align="flex-start">
      {isReady(item) && <StatusBadge tone="positive">{words.ready}</StatusBadge>}
      {isCritical && <StatusBadge tone="negative">{words.PROBLEMS.critical}</StatusBadge>}
      {problem && problem !== 'critical' && (
        <StatusBadge tone="warning">{words.PROBLEMS[problem]}</StatusBadge>
      )}
      {notices.map(({ code, value }) => (
        <StatusBadge key={`${code} ${value}`} tone="mismatch">
          {words.NOTICES[code]}
        </StatusBadge>
      ))}
      {claim && (
        <StatusBadge tone="info" icon={IconEye}>
          {claim.isOwn ? words.openedByYou : words.openedBy(claim.by)}
        </StatusBadge>
      )}
    </Stack>
  )
}
