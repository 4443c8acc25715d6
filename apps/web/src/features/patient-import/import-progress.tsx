import { Group, Progress, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import * as texts from './texts.tsx'

interface ImportProgressProps {
  label: string
  done: number
  /** Null while the total is unknown. */
  total: number | null
  textOf?: (done: number, total: number) => string
  action?: ReactNode
}

export function ImportProgress({ label, done, total, textOf = texts.rowsOf, action }: ImportProgressProps) {
  const percent = total === null || total === 0 ? 100 : Math.min(100, (done / total) * 100)
  return (
    <Stack gap="xs">
      <Text inherit fw={500}>
        {label}
      </Text>
      <Progress.Root size="md">
        <Progress.Section
          value={percent}
          aria-label={label}
          {...(total === null && { striped: true, animated: true, 'aria-valuenow': undefined })}
        />
      </Progress.Root>
      <Group justify="space-between" mih="var(--control-small)" c="dimmed" fz="sm">
        <span>{total === null ? texts.justAMoment : textOf(done, total)}</span>
        {action}
      </Group>
    </Stack>
  )
}
