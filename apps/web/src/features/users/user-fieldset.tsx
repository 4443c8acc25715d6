import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { Controller, useWatch } from 'react-hook-form'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { useInitialFocus } from '../../ui/form/initial-focus.ts'
import { PhoneField } from '../../ui/phone/phone-field.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { LabPicker } from './lab-picker.tsx'
import * as texts from './texts.ts'
import type { UserForm } from './user-form.ts'
import { needsLab } from './user-form.ts'
import { UserTypeField } from './user-type-field.tsx'

interface UserFieldsetProps {
  form: UserForm
  /** Absent where labs are not added. */
  onCreateLab?: () => void
  /** Replaces the text that was typed to choose a lab. */
  createdLab?: number | undefined
  /** Set when the user type cannot be changed. */
  fixedTypeNote?: string | undefined
}

export function UserFieldset(props: UserFieldsetProps) {
  useInitialFocus()
  return (
    <>
      <SectionCard title={texts.user}>
        <Stack>
          <NameField {...props} />
          <RoleFields {...props} />
        </Stack>
      </SectionCard>
      <SectionCard title={texts.contact}>
        <ContactFields {...props} />
      </SectionCard>
    </>
  )
}

export function NameField({ form }: Pick<UserFieldsetProps, 'form'>) {
  return (
    <TextInput
      label={texts.fullName}
      required
      autoComplete="off"
      data-initial-focus
      {...fieldProps(form, 'name')}
    />
  )
}

export function ContactFields({ form }: Pick<UserFieldsetProps, 'form'>) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Controller
        control={form.control}
        name="phone"
        render={({ field, fieldState }) => (
          <PhoneField {...field} label={texts.phoneNumber} required error={fieldState.error?.message} />
        )}
      />
      <TextInput
        label={texts.email}
        type="email"
        required
        autoComplete="off"
        dir="ltr"
        {...fieldProps(form, 'email')}
      />
    </SimpleGrid>
  )
}

export function RoleFields({ form, onCreateLab, createdLab, fixedTypeNote }: UserFieldsetProps) {
  const {
    control,
    setValue,
    clearErrors,
    formState: { errors },
  } = form
  const userTypeId = useWatch({ control, name: 'userTypeId' })
  return (
    <>
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
      {needsLab(String(userTypeId)) && (
        <Controller
          control={control}
          name="labId"
          render={({ field: { value, ...field } }) => (
            <LabPicker
              key={createdLab}
              {...field}
              value={String(value)}
              error={errors.labId?.message}
              {...(onCreateLab && { onCreateLab })}
            />
          )}
        />
      )}
    </>
  )
}
