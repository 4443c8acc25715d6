import { Text } from '@mantine/core'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import * as texts from '../texts.tsx'

export function SimilarNameBadge() {
  return (
    <StatusBadge tone="neutral" icon={null}>
      {texts.similarName}
    </StatusBadge>
  )
}

interface SimilarNamesNoteProps {
  exactCount: number
  similarCount: number
}

export function SimilarNamesNote({ exactCount, similarCount }: SimilarNamesNoteProps) {
  return (
    <Text role="status" px="md" py="xs" c="dimmed" size="sm" bg="var(--bench)" mod="ruled">
      {texts.similarNames(exactCount, similarCount)}
    </Text>
  )
}
