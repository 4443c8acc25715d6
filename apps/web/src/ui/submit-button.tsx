import type { ButtonProps } from '@mantine/core'
import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'

interface SubmitButtonProps extends ButtonProps {
  isPending: boolean
  pendingLabel?: string
  children: ReactNode
}

/** A form's submit button: while pending it shows a spinner and its pending words, and cannot be pressed again. */
export function SubmitButton({ isPending, pendingLabel, children, ...rest }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      {...rest}
      // aria-disabled would leave a second press possible; the fields stay usable either way.
      disabled={isPending || rest.disabled}
      aria-busy={isPending}
      {...(isPending && { leftSection: <Loader size={16} color="currentColor" /> })}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </Button>
  )
}
