import type { PasswordInputProps } from '@mantine/core'
import { PasswordInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import * as texts from '../texts.ts'

/** Masked at first; the toggle says what it will do and can be reached by the keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      // Mantine says so for its other fields, but not for this one.
      aria-invalid={Boolean(props.error)}
      visible={isVisible}
      onVisibilityChange={setIsVisible}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={18} stroke={1.75} /> : <IconEye size={18} stroke={1.75} />
      }
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? texts.hidePassword : texts.showPassword,
        'aria-pressed': isVisible,
        tabIndex: 0,
      }}
    />
  )
}
