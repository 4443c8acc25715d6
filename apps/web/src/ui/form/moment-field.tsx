import { TextInput, type TextInputProps } from '@mantine/core'
import { foreignLabZone } from '../../lib/local-moment.ts'
import * as texts from '../texts.ts'

/** Date and time in the lab's time zone, which is named for a user in another one. */
export function MomentField(props: TextInputProps) {
  const zone = foreignLabZone()
  return (
    <TextInput type="datetime-local" dir="ltr" description={zone && `${texts.labTime}: ${zone}`} {...props} />
  )
}
