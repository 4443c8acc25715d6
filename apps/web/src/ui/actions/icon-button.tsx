import { type ActionIconProps, ActionIcon, Loader } from '@mantine/core'
import type { ComponentPropsWithoutRef, Ref, MouseEvent } from 'react'

interface IconButtonProps
  extends
    Omit<ActionIconProps, 'loading'>,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'aria-busy'> {
  /** Accessible name and tooltip. */
  label: string
  /** Shows a loader and ignores clicks, but keeps the focus. */
  isBusy?: boolean
  ref?: Ref<HTMLButtonElement> | undefined
}

export function IconButton({ label, isBusy = false, children, onClick, ...rest }: IconButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      data-tooltip={label}
      {...rest}
      onClick={isBusy ? undefined : onClick}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true })}
    >
      {isBusy ? <Loader size={16} /> : children}
    </ActionIcon>
  )
}

/** Props of a button that turns off while it has the focus: unlike `disabled`, they keep it. */
export const softDisabled = (isDisabled: boolean, onClick?: () => void) => ({
  ...(isDisabled && { 'data-disabled': true, 'aria-disabled': true }),
  onClick: (event: MouseEvent) => {
    // Also prevents the submission that Enter in a field starts with a click on the submit button.
    if (isDisabled) event.preventDefault()
    else onClick?.()
  },
})
