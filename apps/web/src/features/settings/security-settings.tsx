import { Checkbox } from '@mantine/core'
import { IconClockShield, IconLock, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SecuritySettings } from '@zelab/contract'
import { STAFF_ROLES } from '@zelab/contract/access'
import {
  ABSOLUTE_HOURS,
  IDLE_MINUTES,
  SIGN_IN_ATTEMPTS,
  SIGN_IN_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_WINDOW_MINUTES,
} from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import type { UseFormReturn } from 'react-hook-form'
import { Controller, useForm } from 'react-hook-form'
import { securitySettingsQuery, useUpdateSecuritySettings } from '../../lib/queries/settings.ts'
import { showFieldErrors } from '../../ui/field-errors.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { toastError, toastSuccess } from '../../ui/toasts.ts'
import { SaveBar } from './save-bar.tsx'
import type { SecurityChange, SecurityFields } from './security-form.ts'
import { SECURITY_PATHS, securityResolver } from './security-form.ts'
import { SettingsLoading } from './settings-loading.tsx'
import classes from './settings-page.module.css'
import { FORGET_TYPED, KEEP_TYPED } from './typed-values.ts'

export function SecuritySettingsSection() {
  const { data, error, isFetching, refetch } = useQuery(securitySettingsQuery())
  if (data) return <SecurityForm settings={data} />
  return (
    <SettingsLoading error={error} isFetching={isFetching} onRetry={() => void refetch()} height="34rem" />
  )
}

const SESSION_FIELDS = [
  {
    name: 'idleMinutes',
    label: 'Idle Limit (minutes)',
    hint: 'People are signed out after this time without activity',
    range: IDLE_MINUTES,
  },
  {
    name: 'absoluteHours',
    label: 'Absolute Limit (hours)',
    hint: 'People are signed out this long after signing in, even while active',
    range: ABSOLUTE_HOURS,
  },
] as const

const SIGN_IN_FIELDS = [
  {
    name: 'signInAttempts',
    label: 'Attempts on an Account',
    hint: 'Failed sign-ins within the window before an account has to wait',
    range: SIGN_IN_ATTEMPTS,
  },
  {
    name: 'signInAttemptsPerAddress',
    label: 'Attempts from an Address',
    hint: 'The same for a network address, which a whole laboratory may share',
    range: SIGN_IN_ATTEMPTS_PER_ADDRESS,
  },
  {
    name: 'signInWindowMinutes',
    label: 'Window (minutes)',
    hint: 'Counting starts anew after this time',
    range: SIGN_IN_WINDOW_MINUTES,
  },
] as const

type NumberSetting = (typeof SESSION_FIELDS | typeof SIGN_IN_FIELDS)[number]
type Form = UseFormReturn<SecurityFields, unknown, SecurityChange>

function NumberSettings({ form, settings }: { form: Form; settings: readonly NumberSetting[] }) {
  const { errors } = form.formState
  return (
    <div className={classes.fields}>
      {settings.map(({ name, label, hint, range: { min, max } }) => (
        <Controller
          key={name}
          control={form.control}
          name={name}
          render={({ field }) => (
            <NumberField
              {...field}
              label={label}
              description={`${hint} (${min} to ${max})`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              required
              min={min}
              max={max}
              error={errors[name]?.message}
            />
          )}
        />
      ))}
    </div>
  )
}

function SecurityForm({ settings }: { settings: SecuritySettings }) {
  const update = useUpdateSecuritySettings()
  const form = useForm<SecurityFields, unknown, SecurityChange>({
    resolver: securityResolver,
    values: settings,
    resetOptions: KEEP_TYPED,
  })
  const { isDirty } = form.formState
  const save = form.handleSubmit(async (change) => {
    try {
      const { data } = await update.mutateAsync(change)
      form.reset(data, FORGET_TYPED)
      toastSuccess(SUCCESS.saved)
    } catch (error) {
      toastError(error)
      showFieldErrors(error, SECURITY_PATHS, form.setError)
    }
  })
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <SectionCard
        title="Sessions"
        subtitle="Changes take effect at once, for people who are signed in too"
        icon={IconClockShield}
      >
        <NumberSettings form={form} settings={SESSION_FIELDS} />
      </SectionCard>
      <SectionCard
        title="Sign-in attempts"
        subtitle="Slows down whoever guesses passwords; right ones are not counted"
        icon={IconLock}
      >
        <NumberSettings form={form} settings={SIGN_IN_FIELDS} />
      </SectionCard>
      <SectionCard
        title="Second Factor"
        subtitle="People of these roles cannot work before they have set up an authenticator app"
        icon={IconShieldLock}
      >
        <Controller
          control={form.control}
          name="secondFactorRoles"
          render={({ field: { value, onChange } }) => (
            <Checkbox.Group label="Required for" value={value} onChange={onChange}>
              <div className={classes.choices}>
                {STAFF_ROLES.map((role) => (
                  <Checkbox key={role} value={role} label={role} />
                ))}
              </div>
            </Checkbox.Group>
          )}
        />
      </SectionCard>
      <SaveBar
        isDirty={isDirty}
        isPending={update.isPending}
        onDiscard={() => form.reset(undefined, FORGET_TYPED)}
      />
    </form>
  )
}
