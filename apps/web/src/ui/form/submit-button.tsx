import type { ButtonProps } from '@mantine/core'
import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './submit-button.module.css'

interface SubmitButtonProps extends ButtonProps {
  /** A plain button outside a form. */
  onClick?: () => void
  /** Where several buttons say the same. */
  'aria-label'?: string
  'aria-keyshortcuts'?: string
  isPending: boolean
  pendingLabel?: string
  /** False where a larger spinner is shown meanwhile. */
  hasSpinner?: boolean
  children: ReactNode
}

/** A form's submit button: while pending it shows a spinner and its pending words, and cannot be pressed again. */
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
