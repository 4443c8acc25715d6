import { Checkbox } from '@mantine/core'
import { IconClockShield, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SecuritySettings } from '@zelab/contract'
import { STAFF_ROLES } from '@zelab/contract/access'
import { ABSOLUTE_HOURS, IDLE_MINUTES } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
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
    <SettingsLoading error={error} isFetching={isFetching} onRetry={() => void refetch()} height="13rem" />
  )
}

const FIELDS = [
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

function SecurityForm({ settings }: { settings: SecuritySettings }) {
  const update = useUpdateSecuritySettings()
  const form = useForm<SecurityFields, unknown, SecurityChange>({
    resolver: securityResolver,
    values: settings,
    resetOptions: KEEP_TYPED,
  })
  const { errors, isDirty } = form.formState
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
        <div className={classes.fields}>
          {FIELDS.map(({ name, label, hint, range: { min, max } }) => (
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
