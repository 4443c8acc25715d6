import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'
import * as texts from '../texts.ts'

/** A code of the own second factor: of the app or one of the recovery codes. */
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
