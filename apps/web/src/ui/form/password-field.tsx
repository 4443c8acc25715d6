import type { TextInputProps } from '@mantine/core'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import * as texts from './texts.ts'

/** Initially masked. The toggle is labeled with its action and reachable by keyboard. */
export function PasswordField(props: TextInputProps) {
  const [isVisible, setIsVisible] = useState(false)
  const Sign = isVisible ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={isVisible ? 'text' : 'password'}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={isVisible ? texts.hidePassword : texts.showPassword}
          aria-pressed={isVisible}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Sign size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      }
    />
  )
}

export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label={texts.authenticationCode}
      description={texts.authenticationCodeHint}
      autoComplete="one-time-code"
      dir="ltr"
      {...props}
    />
  )
}
