import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type GeneralSettings,
  type Saved,
  generalSettingsFields,
  typedPhoneField,
  type Brand,
} from '@zelab/contract'
import { RETENTION_YEARS, UPLOAD_LIMIT_MB, LOGO_MAX_KB, LOGO_PART } from '@zelab/contract/limits'
import { Controller } from 'react-hook-form'
import { generalSettingsQuery } from '../../lib/queries/settings.ts'
import {
  fieldProps,
  numberProps,
  useSchemaForm,
  KEEP_DIRTY,
  settingsChanges,
} from '../../ui/form/form-resolver.ts'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import { PhoneField } from '../../ui/phone/phone-field.tsx'
import { InstallationFields } from './installation-fields.tsx'
import { SettingsForm, SettingsSkeleton } from './settings-form.tsx'
import { TestMailCard } from './test-mail-card.tsx'
import * as texts from './texts.ts'
import { api } from '../../lib/api-client.ts'
import { endpointMutation, changesOf } from '../../lib/endpoint-mutation.ts'
import { setBrand, useBrand } from '../../lib/brand.ts'
import { REFUSAL, SUCCESS } from '@zelab/contract/messages'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import classes from './settings-page.module.css'
import * as words from '../../ui/form/texts.ts'
import { apiAddresses } from '../../lib/api-addresses.ts'
import { sendFile } from '../../lib/upload.ts'

const LABELS = {
  upload: texts.uploadLogo,
  replace: texts.replaceLogo,
  remove: words.remove,
  hint: texts.logoHint(LOGO_MAX_KB),
}

/** Changes the logo immediately, independent of the form below. */
function LogoCard() {
  const hasLogo = useBrand((brand) => brand.logoAddress !== null)
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      file
        ? sendFile<Brand>(apiAddresses.settings.updateLogo, LOGO_PART, file)
        : (await api.settings.removeLogo()).data,
    onSuccess: setBrand,
    meta: changesOf(api.settings.updateLogo),
  })
  const store = async (file: File | null) => {
    await change.mutateAsync(file)
    toastSuccess(file ? SUCCESS.saved : SUCCESS.logoRemoved)
  }
  return (
    <SectionCard title={texts.logo}>
      <PictureField
        hasPicture={hasLogo}
        labels={LABELS}
        limit={{ kb: LOGO_MAX_KB, exceeded: REFUSAL.LOGO_TOO_LARGE }}
        onChange={store}
      >
        <div className={classes.preview} data-testid="logo-preview">
          <BrandMark size={40} />
        </div>
      </PictureField>
    </SectionCard>
  )
}

export function GeneralSettingsSection() {
  return (
    <Fetched query={useQuery(generalSettingsQuery())} skeleton={<SettingsSkeleton height="52rem" />}>
      {(settings) => <GeneralForm settings={settings} />}
    </Fetched>
  )
}

const fieldsOf = ({ supportEmail, supportPhone, supportHours, ...settings }: GeneralSettings) => ({
  ...settings,
  supportEmail: supportEmail ?? '',
  supportPhone: supportPhone ?? '',
  supportHours: supportHours ?? '',
})

function GeneralForm({ settings }: { settings: Saved<GeneralSettings> }) {
  const update = useMutation({
    ...endpointMutation(api.settings.updateGeneral),
    onSuccess: ({ data }) => setBrand(data),
  })
  const form = useSchemaForm(generalSettingsFields(typedPhoneField(settings.supportPhone)), {
    values: fieldsOf(settings),
    resetOptions: KEEP_DIRTY,
  })
  return (
    <SettingsForm
      name="general settings"
      form={form}
      onSave={async (change) =>
        fieldsOf((await update.mutateAsync({ body: settingsChanges(form, change, settings) })).data)
      }
    >
      <InstallationFields form={form} />
      <LogoCard />
      <TestMailCard />
      <SectionCard title={texts.supportContact} subtitle={texts.supportContactHint}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={texts.supportEmail}
              type="email"
              autoComplete="off"
              dir="ltr"
              {...fieldProps(form, 'supportEmail')}
            />
            <Controller
              control={form.control}
              name="supportPhone"
              render={({ field, fieldState }) => (
                <PhoneField {...field} label={texts.supportPhone} error={fieldState.error?.message} />
              )}
            />
          </SimpleGrid>
          <Textarea
            label={texts.supportHours}
            placeholder={texts.supportHoursExample}
            autosize
            minRows={2}
            maxRows={6}
            {...fieldProps(form, 'supportHours')}
          />
        </Stack>
      </SectionCard>
      <SectionCard title={texts.reportFiles}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={texts.uploadLimit}
            description={texts.uploadLimitHint(UPLOAD_LIMIT_MB.min, UPLOAD_LIMIT_MB.max)}
            required
            {...UPLOAD_LIMIT_MB}
            {...numberProps(form, 'uploadLimitMb')}
          />
          <TextInput
            label={texts.keepRecords}
            description={texts.keepRecordsHint}
            required
            {...RETENTION_YEARS}
            {...numberProps(form, 'retentionYears')}
          />
        </SimpleGrid>
      </SectionCard>
    </SettingsForm>
  )
}
