import { Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Saved, SecuritySettings } from '@zelab/contract'
import { securitySettingsBody } from '@zelab/contract'
import { STAFF_ROLES } from '@zelab/contract/access'
import {
  ABSOLUTE_HOURS,
  IDLE_MINUTES,
  SIGN_IN_ATTEMPTS,
  SIGN_IN_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_WINDOW_MINUTES,
} from '@zelab/contract/limits'
import { Controller } from 'react-hook-form'
import { DateField } from '../../ui/form/date-field.tsx'
import { AdvancedFields } from '../../ui/form/advanced-fields.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import {
  KEEP_DIRTY,
  settingsChanges,
  numberProps,
  useSchemaForm,
  type SchemaForm,
} from '../../ui/form/form-resolver.ts'
import { Fetched } from '../../ui/list/fetched.tsx'
import { ProvidersCard } from './providers/providers-card.tsx'
import { SettingsForm, SettingsSkeleton } from './settings-form.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'
import { pageApi } from '../../lib/page-api.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'

export function SecuritySettingsSection() {
  const query = useQuery(endpointQuery(api.settings.getSecurity))
  // The settings come below the providers when the height of these is known.
  const { isFetched } = useQuery(endpointQuery(pageApi.providers.list))
  return (
    <Fetched
      query={isFetched ? query : { ...query, data: undefined }}
      skeleton={<SettingsSkeleton height="34rem" />}
    >
      {(settings) => (
        <Stack>
          <ProvidersCard />
          <SecurityForm settings={settings} />
        </Stack>
      )}
    </Fetched>
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
type Form = SchemaForm<typeof securitySettingsBody>

function NumberSettings({ form, settings }: { form: Form; settings: readonly NumberSetting[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {settings.map(({ name, label, hint, range: { min, max } }) => (
        <TextInput
          key={name}
          label={label}
          description={texts.withRange(hint, min, max)}
          required
          min={min}
          max={max}
          {...numberProps(form, name)}
        />
      ))}
    </SimpleGrid>
  )
}

function RolesField({ form, name }: { form: Form; name: 'secondFactorRoles' | 'passkeyRoles' }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <fieldset>
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
  )
}

const fieldsOf = ({ passkeysFrom, ...settings }: SecuritySettings) => ({
  ...settings,
  passkeysFrom: passkeysFrom ?? '',
})

function SecurityForm({ settings }: { settings: Saved<SecuritySettings> }) {
  const update = useEndpoint(api.settings.updateSecurity)
  const form = useSchemaForm(securitySettingsBody, { values: fieldsOf(settings), resetOptions: KEEP_DIRTY })
  return (
    <SettingsForm
      name="security settings"
      form={form}
      onSave={async (change) =>
        fieldsOf((await update.mutateAsync({ body: settingsChanges(form, change, settings) })).data)
      }
    >
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
        <RolesField form={form} name="secondFactorRoles" />
      </SectionCard>
      <SectionCard title={texts.passkeys} subtitle={texts.passkeysHint}>
        <Stack>
          <RolesField form={form} name="passkeyRoles" />
          <Controller
            control={form.control}
            name="passkeysFrom"
            render={({ field, fieldState: { error } }) => (
              <DateField
                {...field}
                label={texts.passkeysFrom}
                description={texts.passkeysFromHint}
                w="16rem"
                error={error?.message}
              />
            )}
          />
        </Stack>
      </SectionCard>
    </SettingsForm>
  )
}
