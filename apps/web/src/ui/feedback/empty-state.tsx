import { Group, Stack, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './feedback.module.css'

interface EmptyStateProps {
  icon: Icon
  title: string
  /** The next step, or the records that will appear. */
  description: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Sign, title, description, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap={4} py="xl" px="lg" ta="center">
      <span className={classes.icon}>
        <Sign size={22} stroke={1.5} aria-hidden="true" />
      </span>
      <Text fw={600}>{title}</Text>
      <Text maw="32rem" c="dimmed">
        {description}
      </Text>
      {action && (
        <Group justify="center" gap="xs" mt="sm">
          {action}
        </Group>
      )}
    </Stack>
  )
}
