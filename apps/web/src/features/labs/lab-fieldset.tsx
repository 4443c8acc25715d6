import { TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { PhoneField } from '../../ui/phone-field.tsx'
import type { LabForm } from './lab-form.ts'
import classes from './new-lab-dialog.module.css'

/** @param hasPhone a lab gets its phone once it is there: the form for a new one has none */
export function LabFieldset({ form, hasPhone = false }: { form: LabForm; hasPhone?: boolean }) {
  const {
    control,
    register,
    formState: { errors },
  } = form
  return (
    <div className={classes.fields}>
      <TextInput
        className={classes.wide ?? ''}
        label="Lab Name"
        required
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
      <TextInput
        className={classes.wide ?? ''}
        label="Address Line 1"
        required
        autoComplete="off"
        error={errors.address?.line1?.message}
        {...register('address.line1')}
      />
      <TextInput
        label="City"
        required
        autoComplete="off"
        error={errors.address?.city?.message}
        {...register('address.city')}
      />
      <TextInput
        label="Email"
        description="Optional"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="email"
        autoComplete="off"
        dir="ltr"
        error={errors.email?.message}
        {...register('email')}
      />
      {hasPhone && (
        <Controller
          control={control}
          name="phone"
          render={({ field }) => <PhoneField {...field} label="Phone" error={errors.phone?.message} />}
        />
      )}
    </div>
  )
}
