import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { serverNow } from '../../lib/activity-clock.ts'
import { formatWallTime } from '../../lib/format.ts'
import { foreignLabZone, localMoment } from '../../lib/local-moment.ts'
import { readTypedMoment, typedMomentOf } from '../../lib/typed-moment.ts'
import { dateAtTime } from '../../lib/texts.ts'
import * as texts from './texts.ts'
import { DateField, type DateReading } from './date-field.tsx'

const labNow = () => localMoment(new Date(serverNow()).toISOString())

const MOMENT: DateReading = {
  read: (text, order) => readTypedMoment(text, order, labNow().slice(0, 10)),
  show: typedMomentOf,
  placeholderOf: (date) => dateAtTime(date, formatWallTime('09:00')),
  pick: (day, before) => `${day}${(before ?? labNow()).slice(10)}`,
}

interface MomentFieldProps<Fields extends FieldValues, Checked> {
  form: UseFormReturn<Fields, unknown, Checked>
  name: FieldPath<Fields>
  label: string
  required?: boolean
}

/** Date and time in the lab's time zone, which is named for a user in another one. */
export function MomentField<Fields extends FieldValues, Checked>({
  form,
  name,
  ...props
}: MomentFieldProps<Fields, Checked>) {
  const zone = foreignLabZone()
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <DateField
          {...field}
          {...props}
          reading={MOMENT}
          description={zone && `${texts.labTime}: ${zone}`}
          error={fieldState.error?.message}
          isTidied
        />
      )}
    />
  )
}
