import type { ActionIconProps } from '@mantine/core'
import { ActionIcon, Loader } from '@mantine/core'
import type { ComponentPropsWithoutRef, Ref } from 'react'

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
