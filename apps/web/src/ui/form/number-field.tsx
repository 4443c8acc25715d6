import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'

interface NumberFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  value: number | string
  /** The number, or the text while it is invalid. */
  onChange: (value: number | string) => void
}

const numberOrText = (text: string): number | string =>
  text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)

/** A native number field, because Mantine's silently corrects invalid numbers. */
export function NumberField({ onChange, ...rest }: NumberFieldProps) {
  return (
    <TextInput
      {...rest}
      type="number"
      inputMode="numeric"
      onChange={(event) => onChange(numberOrText(event.currentTarget.value))}
    />
  )
}
