import { Radio, SimpleGrid } from '@mantine/core'
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'

interface RadioFieldProps<Fields extends FieldValues, Checked, Value extends string> {
  form: UseFormReturn<Fields, unknown, Checked>
  name: FieldPath<Fields>
  label: string
  values: readonly Value[]
  nameOf: Record<Value, string>
  /** The dialog opens with the focus on the choice, or on the first one. */
  isFirst?: boolean
}

/** One of a few choices, which is required. */
export function RadioField<Fields extends FieldValues, Checked, Value extends string>({
  form,
  name,
  label,
  values,
  nameOf,
  isFirst = false,
}: RadioFieldProps<Fields, Checked, Value>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref, ...field }, fieldState }) => (
        <Radio.Group {...field} label={label} required error={fieldState.error?.message}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
            {values.map((value, index) => (
              <Radio
                key={value}
                value={value}
                label={nameOf[value]}
                data-autofocus={(isFirst && value === (field.value || values[0])) || undefined}
                {...(index === 0 && { ref })}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
      )}
    />
  )
}
