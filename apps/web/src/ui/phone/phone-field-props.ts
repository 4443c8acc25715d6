import type { FocusEventHandler, ReactNode, Ref } from 'react'

export interface PhoneFieldProps {
  label: string
  /** Plus and digits, or the text as typed while it is no number; empty at first. */
  value: string
  onChange: (phone: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  name?: string
  /** Gives the form library something to focus when the field is wrong. */
  ref?: Ref<HTMLInputElement>
}
