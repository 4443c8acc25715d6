import { Group, Radio, SimpleGrid } from '@mantine/core'
import { INVITATION_DAYS, PASSWORD_LENGTH } from '@zelab/contract/limits'
import { Controller, useWatch } from 'react-hook-form'
import { Hint } from '../../ui/display/inline.tsx'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'
import type { UserForm } from './user-form.ts'

const WAYS = [
  { value: 'typed', label: texts.setAPasswordNow },
  { value: 'invitation', label: texts.inviteByMail },
] as const

export function PasswordFieldset({ form }: { form: UserForm }) {
  return (
    <SectionCard title={texts.password}>
      <PasswordFields form={form} />
    </SectionCard>
  )
}

export function PasswordFields({ form }: { form: UserForm }) {
  const {
    register,
    control,
    formState: { errors },
  } = form
  const isInvitation = useWatch({ control, name: 'way' }) === 'invitation'
  return (
    <div>
      <Controller
        control={control}
        name="way"
        render={({ field: { ref: _, value, onChange, ...field } }) => (
          <Group gap="lg" role="radiogroup" aria-label={texts.howPasswordIsSet}>
            {WAYS.map((way) => (
              <Radio
                {...field}
                key={way.value}
                value={way.value}
                label={way.label}
                checked={way.value === value}
                onChange={() => onChange(way.value)}
              />
            ))}
          </Group>
        )}
      />
      <Hint mt="xs">
        {isInvitation
          ? texts.invitationHint(INVITATION_DAYS)
          : texts.passwordHint(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max)}
      </Hint>
      {!isInvitation && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
          <PasswordField
            label={texts.password}
            required
            autoComplete="new-password"
            error={errors.password?.message}
            {...register('password', { deps: 'confirmPassword' })}
          />
          <PasswordField
            label={texts.confirmPassword}
            required
            autoComplete="new-password"
            {...fieldProps(form, 'confirmPassword')}
          />
        </SimpleGrid>
      )}
    </div>
  )
}
