import { TextInput } from '@mantine/core'
import { Controller, useWatch } from 'react-hook-form'
import { useInitialFocus } from '../../ui/form/initial-focus.ts'
import { PhoneField } from '../../ui/phone/phone-field.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import classes from './add-user-page.module.css'
import { LabPicker } from './lab-picker.tsx'
import * as texts from './texts.ts'
import type { UserForm } from './user-form.ts'
import { needsLab } from './user-form.ts'
import { UserTypeField } from './user-type-field.tsx'

interface UserFieldsetProps {
  form: UserForm
  onCreateLab: () => void
  /** Set when the user type cannot be changed. */
  fixedTypeNote?: string | undefined
}

export function UserFieldset(props: UserFieldsetProps) {
  useInitialFocus()
  const {
    register,
    control,
    formState: { errors },
  } = props.form
  return (
    <>
      <SectionCard title={texts.user}>
        <div className={classes.fields}>
          <TextInput
            className={classes.wide ?? ''}
            label={texts.fullName}
            required
            autoComplete="off"
            data-initial-focus
            error={errors.name?.message}
            {...register('name')}
          />
          <RoleFields {...props} />
        </div>
      </SectionCard>
      <SectionCard title={texts.contact}>
        <div className={classes.fields}>
          <Controller
            control={control}
            name="phone"
            render={({ field }) => (
              <PhoneField {...field} label={texts.phoneNumber} required error={errors.phone?.message} />
            )}
          />
          <TextInput
            label={texts.email}
            type="email"
            required
            autoComplete="off"
            dir="ltr"
            error={errors.email?.message}
            {...register('email')}
          />
        </div>
      </SectionCard>
    </>
  )
}

function RoleFields({ form, onCreateLab, fixedTypeNote }: UserFieldsetProps) {
  const {
    control,
    setValue,
    clearErrors,
    formState: { errors },
  } = form
  const userTypeId = useWatch({ control, name: 'userTypeId' })
  return (
    <>
      <div className={classes.wide}>
        <Controller
          control={control}
          name="userTypeId"
          render={({ field: { onChange, value, ...field } }) => (
            <UserTypeField
              {...field}
              value={String(value)}
              error={errors.userTypeId?.message}
              fixedNote={fixedTypeNote}
              onChange={(id) => {
                onChange(id)
                if (needsLab(id)) return
                setValue('labId', '')
                clearErrors('labId')
              }}
            />
          )}
        />
      </div>
      {needsLab(String(userTypeId)) && (
        <div className={classes.wide}>
          <Controller
            control={control}
            name="labId"
            render={({ field: { value, ...field } }) => (
              <LabPicker
                {...field}
                value={String(value)}
                error={errors.labId?.message}
                onCreateLab={onCreateLab}
              />
            )}
          />
        </div>
      )}
    </>
  )
}
