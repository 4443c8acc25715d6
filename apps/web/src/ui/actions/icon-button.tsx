import type { ActionIconProps } from '@mantine/core'
import { ActionIcon, Tooltip } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

interface IconButtonProps
  extends ActionIconProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> {
  /** Accessible name and tooltip in one. */
  label: string
}

export function IconButton({ label, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} {...rest} />
    </Tooltip>
  )
}
