import { Group } from '@mantine/core'
import { IconAlertTriangle, IconCash, IconCheck, IconHistory, IconPlayerPause } from '@tabler/icons-react'
import type { Report, ReportMark } from '@zelab/contract'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as words from '../../ui/texts.ts'
import * as texts from './texts.ts'

const SIGNS = {
  suspended: { tone: 'negative', icon: IconPlayerPause },
  critical: { tone: 'negative', icon: IconAlertTriangle },
  handedOver: { tone: 'positive', icon: IconCheck },
  unpaid: { tone: 'mismatch', icon: IconCash },
} as const

export function VersionBadge({ version }: { version: number }) {
  if (version <= 1) return null
  return (
    <StatusBadge tone="info" icon={IconHistory}>
      {words.amended(version)}
    </StatusBadge>
  )
}

export const ReportMarkBadge = ({ mark }: { mark: ReportMark }) => (
  <StatusBadge {...SIGNS[mark]}>{texts.MARKS[mark]}</StatusBadge>
)

/** Shown beside a report in every list. */
export function ReportStatusChips({
  report: { version, marks },
}: {
  report: Pick<Report, 'version' | 'marks'>
}) {
  if (version === 1 && marks.length === 0) return null
  return (
    <Group component="span" display="inline-flex" gap="0.25rem var(--mantine-spacing-xs)">
      <VersionBadge version={version} />
      {marks.map((mark) => (
        <ReportMarkBadge key={mark} mark={mark} />
      ))}
    </Group>
  )
}
