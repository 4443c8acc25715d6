import { Checkbox, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Saved, SecuritySettings, FormInput, FormOutput } from '@zelab/contract'
import { securitySettingsBody } from '@zelab/contract'
import { STAFF_ROLES } from '@zelab/contract/access'
import {
  ABSOLUTE_HOURS,
  IDLE_MINUTES,
  SIGN_IN_ATTEMPTS,
  SIGN_IN_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_WINDOW_MINUTES,
} from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import type { UseFormReturn, Resolver } from 'react-hook-form'
import { Controller, useForm } from 'react-hook-form'
import { securitySettingsQuery, useUpdateSecuritySettings } from '../../lib/queries/settings.ts'
import { AdvancedFields } from '../../ui/form/advanced-fields.tsx'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { NumberField } from '../../ui/form/number-field.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { KEEP_DIRTY, settingsChanges } from '../../ui/form/settings-changes.ts'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import { SaveBar, DISCARD_DIRTY } from './save-bar.tsx'
import { SettingsLoading } from './settings-loading.tsx'
import classes from './settings-page.module.css'
import * as texts from './texts.ts'
import { formResolver } from '../../ui/form/form-resolver.ts'

/** Number fields contain text while empty or invalid. */
type SecurityFields = FormInput<typeof securitySettingsBody>
type SecurityChange = FormOutput<typeof securitySettingsBody>

const securityResolver: Resolver<SecurityFields, unknown, SecurityChange> = formResolver(securitySettingsBody)

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
    label: texts.idleLimit,
    hint: texts.idleLimitHint,
    range: IDLE_MINUTES,
  },
  {
    name: 'absoluteHours',
    label: texts.absoluteLimit,
    hint: texts.absoluteLimitHint,
    range: ABSOLUTE_HOURS,
  },
] as const

const SIGN_IN_FIELDS = [
  {
    name: 'signInAttempts',
    label: texts.attemptsOnAccount,
    hint: texts.attemptsOnAccountHint,
    range: SIGN_IN_ATTEMPTS,
  },
  {
    name: 'signInAttemptsPerAddress',
    label: texts.attemptsFromAddress,
    hint: texts.attemptsFromAddressHint,
    range: SIGN_IN_ATTEMPTS_PER_ADDRESS,
  },
] as const

const WINDOW_FIELD = [
  {
    name: 'signInWindowMinutes',
    label: texts.signInWindow,
    hint: texts.windowHint,
    range: SIGN_IN_WINDOW_MINUTES,
  },
] as const

type NumberSetting = (typeof SESSION_FIELDS | typeof SIGN_IN_FIELDS | typeof WINDOW_FIELD)[number]
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
              description={texts.withRange(hint, min, max)}
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

function SecurityForm({ settings }: { settings: Saved<SecuritySettings> }) {
  const update = useUpdateSecuritySettings()
  const form = useForm<SecurityFields, unknown, SecurityChange>({
    resolver: securityResolver,
    values: settings,
    resetOptions: KEEP_DIRTY,
  })
  const { isDirty } = form.formState
  useUnsavedForm(form, { name: 'security settings' })
  const save = form.handleSubmit(async (change) => {
    try {
      const { data } = await update.mutateAsync(settingsChanges(form, change, settings))
      form.reset(data, DISCARD_DIRTY)
      toastSuccess(SUCCESS.saved)
    } catch (error) {
      showRefusal(error, form)
    }
  })
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <SectionCard title={texts.sessions} subtitle={texts.sessionsHint}>
        <NumberSettings form={form} settings={SESSION_FIELDS} />
      </SectionCard>
      <SectionCard title={texts.signInAttempts} subtitle={texts.signInAttemptsHint}>
        <NumberSettings form={form} settings={SIGN_IN_FIELDS} />
        <AdvancedFields hasError={!!form.formState.errors.signInWindowMinutes}>
          <NumberSettings form={form} settings={WINDOW_FIELD} />
        </AdvancedFields>
      </SectionCard>
      <SectionCard title={texts.secondFactor} subtitle={texts.secondFactorHint}>
        <Controller
          control={form.control}
          name="secondFactorRoles"
          render={({ field: { value, onChange } }) => (
            <fieldset className={classes.roles}>
              <legend>{texts.requiredFor}</legend>
              <Group gap="lg" mt="xs">
                {STAFF_ROLES.map((role) => (
                  <Checkbox
                    key={role}
                    label={role}
                    checked={value.includes(role)}
                    onChange={(event) =>
                      onChange(
                        event.currentTarget.checked ? [...value, role] : value.filter((one) => one !== role),
                      )
                    }
                  />
                ))}
              </Group>
            </fieldset>
          )}
        />
      </SectionCard>
      <SaveBar
        isDirty={isDirty}
        isPending={update.isPending}
        onDiscard={() => form.reset(undefined, DISCARD_DIRTY)}
      />
    </form>
  )
}
