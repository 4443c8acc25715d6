import type { ButtonProps } from '@mantine/core'
import { Button, Loader } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { softDisabled } from '../actions/icon-button.tsx'
import classes from './form.module.css'

interface SubmitButtonProps extends Omit<ButtonProps, 'loading'> {
  /** For a button outside a form. */
  onClick?: () => void
  /** Needed when several buttons have the same text. The pending label replaces it. */
  'aria-label'?: string
  'aria-keyshortcuts'?: string
  'data-autofocus'?: boolean
  ref?: Ref<HTMLButtonElement>
  isPending: boolean
  pendingLabel?: string
  /** False when a larger spinner is shown. */
  hasSpinner?: boolean
  children: ReactNode
}

/** A button that starts a request. It keeps the focus while it is pending or disabled. */
export function SubmitButton({
  isPending,
  pendingLabel,
  hasSpinner = true,
  disabled = false,
  onClick,
  children,
  ...rest
}: SubmitButtonProps) {
  return (
    <Button
      type={onClick ? 'button' : 'submit'}
      {...rest}
      {...softDisabled(isPending || disabled, onClick)}
      className={classes.button ?? ''}
      aria-busy={isPending}
      {...(isPending && pendingLabel && { 'aria-label': pendingLabel })}
      {...(isPending && hasSpinner && { leftSection: <Loader size={16} color="currentColor" /> })}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </Button>
  )
}
