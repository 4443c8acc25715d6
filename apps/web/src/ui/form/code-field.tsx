import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'
import * as texts from '../texts.ts'

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
