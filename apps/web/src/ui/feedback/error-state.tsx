import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { SubmitButton } from '../form/submit-button.tsx'
import classes from './feedback.module.css'
import * as texts from '../texts.ts'

interface ErrorStateProps {
  error: unknown
  title?: string
  onRetry?: () => void
  isRetrying?: boolean
  action?: ReactNode
}

export function ErrorState({ error, title, onRetry, isRetrying, action }: ErrorStateProps) {
  return (
    <Stack align="center" gap={4} py="xl" px="lg" ta="center" role="alert">
      <span className={classes.icon} data-tone="negative">
        <IconAlertTriangle size={22} stroke={1.5} aria-hidden="true" />
      </span>
      {title && <Text fw={600}>{title}</Text>}
      <Text maw="32rem" c="dimmed">
        {messageOf(error)}
      </Text>
      <Group justify="center" gap="xs" mt="sm">
        {onRetry && (
          <SubmitButton
            variant="default"
            leftSection={<IconRefresh size={16} />}
            onClick={onRetry}
            isPending={isRetrying ?? false}
          >
            {texts.retry}
          </SubmitButton>
        )}
        {action}
      </Group>
    </Stack>
  )
}
