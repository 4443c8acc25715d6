import type { ButtonProps } from '@mantine/core'
import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './submit-button.module.css'

interface SubmitButtonProps extends ButtonProps {
  /** For a button outside a form. */
  onClick?: () => void
  /** Needed when several buttons have the same text. */
  'aria-label'?: string
  'aria-keyshortcuts'?: string
  isPending: boolean
  pendingLabel?: string
  /** False when a larger spinner is shown. */
  hasSpinner?: boolean
  children: ReactNode
}

export function SubmitButton({
  isPending,
  pendingLabel,
  hasSpinner = true,
  onClick,
  children,
  ...rest
}: SubmitButtonProps) {
  return (
    <Button
      type={onClick ? 'button' : 'submit'}
      {...rest}
      {...(onClick && { onClick })}
      className={classes.button ?? ''}
      disabled={isPending || rest.disabled}
      aria-busy={isPending}
      {...(isPending && hasSpinner && { leftSection: <Loader size={16} color="currentColor" /> })}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </Button>
  )
}
