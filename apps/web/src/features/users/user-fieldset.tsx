import { TextInput } from '@mantine/core'
import { IconAddressBook, IconLock, IconUser } from '@tabler/icons-react'
import { PASSWORD_LENGTH } from '@zelab/contract/limits'
import type { UseFormReturn } from 'react-hook-form'
import { Controller, useWatch } from 'react-hook-form'
import { PasswordField } from '../../ui/password-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './add-user-page.module.css'
import { LabPicker } from './lab-picker.tsx'
import type { NewUser, UserFields } from './user-form.ts'
import { needsLab } from './user-form.ts'
import { UserTypeField } from './user-type-field.tsx'

interface UserFieldsetProps {
  form: UseFormReturn<UserFields, unknown, NewUser>
  onCreateLab: () => void
}

const PASSWORD_HINT =
  `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters: lower and upper case letters, ` +
  'a number and one of @ $ ! % * ? &'

export function UserFieldset({ form, onCreateLab }: UserFieldsetProps) {
  const {
    register,
    control,
    formState: { errors },
  } = form
  return (
    <>
      <SectionCard title="User" icon={IconUser}>
        <div className={classes.fields}>
          <TextInput
            className={classes.wide ?? ''}
            label="Full Name"
            required
            autoComplete="off"
            autoFocus
            error={errors.name?.message}
            {...register('name')}
          />
          <RoleFields form={form} onCreateLab={onCreateLab} />
        </div>
      </SectionCard>
      <SectionCard title="Contact" icon={IconAddressBook}>
        <div className={classes.fields}>
          <Controller
            control={control}
            name="phone"
            render={({ field }) => (
              <PhoneField {...field} label="Phone Number" required error={errors.phone?.message} />
            )}
          />
          <TextInput
            label="Email"
            type="email"
            required
            autoComplete="off"
            dir="ltr"
            error={errors.email?.message}
            {...register('email')}
          />
        </div>
      </SectionCard>
      <SectionCard title="Password" subtitle={PASSWORD_HINT} icon={IconLock}>
        <div className={classes.fields}>
          <PasswordField
            label="Password"
            required
            autoComplete="new-password"
            error={errors.password?.message}
            {...register('password', { deps: 'confirmPassword' })}
          />
          <PasswordField
            label="Confirm Password"
            required
            autoComplete="new-password"
            error={errors.confirmPassword?.message}
            {...register('confirmPassword')}
          />
        </div>
      </SectionCard>
    </>
  )
}

/** The user type, and the lab for those who belong to one. */
function RoleFields({ form, onCreateLab }: UserFieldsetProps) {
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
          render={({ field: { onChange, ...field } }) => (
            <UserTypeField
              {...field}
              error={errors.userTypeId?.message}
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
      {needsLab(userTypeId) && (
        <div className={classes.wide}>
          <Controller
            control={control}
            name="labId"
            render={({ field }) => (
              <LabPicker {...field} error={errors.labId?.message} onCreateLab={onCreateLab} />
            )}
          />
        </div>
      )}
    </>
  )
}
