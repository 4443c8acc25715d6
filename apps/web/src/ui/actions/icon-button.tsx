import type { ActionIconProps } from '@mantine/core'
import { ActionIcon } from '@mantine/core'
import type { ComponentPropsWithoutRef, Ref } from 'react'

interface IconButtonProps
  extends ActionIconProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> {
  /** Accessible name and tooltip. */
  label: string
  ref?: Ref<HTMLButtonElement> | undefined
}

export function IconButton({ label, ...rest }: IconButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} data-tooltip={label} {...rest} />
  )
}
