import { TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { PhoneField } from '../../ui/phone/phone-field.tsx'
import type { LabForm } from './lab-form.ts'
import classes from './new-lab-dialog.module.css'
import * as texts from './texts.ts'

/** @param hasPhone false in the form for a new lab, which gets its phone later */
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
        label={texts.labName}
        required
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
      <TextInput
        className={classes.wide ?? ''}
        label={texts.addressLine1}
        required
        autoComplete="off"
        error={errors.address?.line1?.message}
        {...register('address.line1')}
      />
      <TextInput
        label={texts.city}
        required
        autoComplete="off"
        error={errors.address?.city?.message}
        {...register('address.city')}
      />
      <TextInput
        label={texts.email}
        description={texts.optional}
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
          render={({ field }) => <PhoneField {...field} label={texts.phone} error={errors.phone?.message} />}
        />
      )}
    </div>
  )
}
