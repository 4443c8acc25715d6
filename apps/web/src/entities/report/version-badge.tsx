import { IconHistory } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as texts from '../../ui/texts.ts'

export function VersionBadge({ version }: { version: number }) {
  if (version <= 1) return null
  return (
    <StatusBadge tone="info" icon={IconHistory}>
      {texts.amended(version)}
    </StatusBadge>
  )
}
