import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog-actions.module.css'

/** The buttons of a dialog, at its lower edge while the content scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" className={classes.bar}>
      {children}
    </Group>
  )
}
