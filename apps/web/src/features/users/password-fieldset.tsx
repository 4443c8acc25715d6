import { Radio } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { INVITATION_DAYS, PASSWORD_LENGTH } from '@zelab/contract/limits'
import { Controller, useWatch } from 'react-hook-form'
import { PasswordField } from '../../ui/password-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './add-user-page.module.css'
import type { UserForm } from './user-form.ts'

const PASSWORD_HINT =
  `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters: lower and upper case letters, ` +
  'a number and one of @ $ ! % * ? &'
const INVITATION_HINT =
  `A link to choose a password goes to the email above and works for ${INVITATION_DAYS} days. ` +
  'Until then nobody can sign in to the account.'

/** The first password of a new user: typed now, or chosen by the person from a mailed link. */
export function PasswordFieldset({ form }: { form: UserForm }) {
  const {
    register,
    control,
    formState: { errors },
  } = form
  const isInvitation = useWatch({ control, name: 'way' }) === 'invitation'
  return (
    <SectionCard title="Password" icon={IconLock}>
      <Controller
        control={control}
        name="way"
        render={({ field: { ref: _, ...field } }) => (
          <Radio.Group {...field} aria-label="How the password is set">
            <div className={classes.choices}>
              <Radio value="typed" label="Set a password now" />
              <Radio value="invitation" label="Invite by mail" />
            </div>
          </Radio.Group>
        )}
      />
      <p className={classes.hint}>{isInvitation ? INVITATION_HINT : PASSWORD_HINT}</p>
      {!isInvitation && (
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
      )}
    </SectionCard>
  )
}
