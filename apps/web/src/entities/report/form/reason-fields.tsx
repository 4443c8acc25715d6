import { NativeSelect, Textarea } from '@mantine/core'
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { fieldProps } from '../../../ui/form/form-resolver.ts'
import * as texts from '../texts.ts'

interface ReasonFieldsProps<Fields extends FieldValues, Checked> {
  form: UseFormReturn<Fields, unknown, Checked>
  reasons: Readonly<Record<string, string>>
  isFirstField?: boolean
}

/** A reason from a list, and a note, which Other requires. */
export function ReasonFields<Fields extends FieldValues, Checked>({
  reasons,
  isFirstField = false,
  ...props
}: ReasonFieldsProps<Fields, Checked>) {
  // A form's type is invariant in its fields, but each of these forms has both fields.
  const form = props.form as unknown as UseFormReturn<{ reason: string; note: string }>
  const isOther = useWatch({ control: form.control, name: 'reason' }) === 'other'
  return (
    <>
      <NativeSelect
        size="md"
        label={texts.reason}
        required
        {...(isFirstField && { 'data-autofocus': true })}
        data={[
          { value: '', label: texts.selectAReason },
          ...Object.entries(reasons).map(([value, label]) => ({ value, label })),
        ]}
        {...fieldProps(form, 'reason')}
      />
      <Textarea
        label={texts.note}
        description={isOther ? undefined : texts.optional}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required={isOther}
        autosize
        minRows={2}
        maxRows={6}
        {...fieldProps(form, 'note')}
      />
    </>
  )
}
