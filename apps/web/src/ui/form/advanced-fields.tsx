import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import * as texts from './texts.ts'

interface AdvancedFieldsProps {
  label?: string
  /** For fields that have a value. */
  startsOpen?: boolean
  /** Opens the fields, because a hidden field cannot show its error. */
  hasError: boolean
  children: ReactNode
}

/** Fields that most people leave as they are, folded until needed. */
export function AdvancedFields({
  label = texts.advanced,
  startsOpen = false,
  hasError,
  children,
}: AdvancedFieldsProps) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <details open={isOpen || hasError} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      <Stack gap="sm" pt="xs">
        {children}
      </Stack>
    </details>
  )
}
