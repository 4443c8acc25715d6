import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { formatWallTime } from '../../lib/format.ts'
import { readTypedTime } from '../../lib/typed-moment.ts'
import * as texts from './texts.ts'
import { DateField, type DateFieldProps, type DateReading } from './date-field.tsx'

const TIME: DateReading = {
  read: readTypedTime,
  show: formatWallTime,
  placeholderOf: () => formatWallTime('09:00'),
  problemOf: texts.timeExpected,
}

interface TimeFieldProps<Fields extends FieldValues, Checked> extends Pick<
  DateFieldProps,
  'aria-label' | 'description'
> {
  form: UseFormReturn<Fields, unknown, Checked>
  name: FieldPath<Fields>
}

/** A time of the day, below which its description and error are. */
export function TimeField<Fields extends FieldValues, Checked>({
  form,
  name,
  ...props
}: TimeFieldProps<Fields, Checked>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <DateField
          {...field}
          {...props}
          reading={TIME}
          inputWrapperOrder={['input', 'description', 'error']}
          error={fieldState.error?.message}
          w="8rem"
          isTidied
        />
      )}
    />
  )
}
