import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { SubmitButton } from '../form/submit-button.tsx'
import classes from './empty-state.module.css'
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
    <div className={classes.box} role="alert">
      <span className={classes.icon} data-tone="negative">
        <IconAlertTriangle size={22} stroke={1.5} aria-hidden="true" />
      </span>
      {title && <p className={classes.title}>{title}</p>}
      <p className={classes.description}>{messageOf(error)}</p>
      <div className={classes.action}>
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
      </div>
    </div>
  )
}
