import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GeneralSettings, Saved } from '@zelab/contract'
import { RETENTION_YEARS, UPLOAD_LIMIT_MB } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { Controller, useForm } from 'react-hook-form'
import { generalSettingsQuery, useUpdateGeneralSettings } from '../../lib/queries/settings.ts'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { PhoneField } from '../../ui/phone/phone-field.tsx'
import { NumberField } from '../../ui/form/number-field.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { KEEP_DIRTY, settingsChanges } from '../../ui/form/settings-changes.ts'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import type { GeneralChange, GeneralFields } from './general-form.ts'
import { generalFieldsOf, generalResolver } from './general-form.ts'
import { InstallationFields } from './installation-fields.tsx'
import { LogoCard } from './logo-card.tsx'
import { SaveBar, DISCARD_DIRTY } from './save-bar.tsx'
import { TestMailCard } from './test-mail-card.tsx'
import { SettingsLoading } from './settings-loading.tsx'
import classes from './settings-page.module.css'
import * as texts from './texts.ts'

export function GeneralSettingsSection() {
  const { data, error, isFetching, refetch } = useQuery(generalSettingsQuery())
  if (data) return <GeneralForm settings={data} />
  return (
    <SettingsLoading error={error} isFetching={isFetching} onRetry={() => void refetch()} height="52rem" />
  )
}

function GeneralForm({ settings }: { settings: Saved<GeneralSettings> }) {
  const update = useUpdateGeneralSettings()
  const form = useForm<GeneralFields, unknown, GeneralChange>({
    resolver: generalResolver(settings.supportPhone),
    values: generalFieldsOf(settings),
    resetOptions: KEEP_DIRTY,
  })
  const {
    register,
    control,
    formState: { errors, isDirty },
  } = form
  useUnsavedForm(form, { name: 'general settings' })
  const save = form.handleSubmit(async (change) => {
    try {
      const { data } = await update.mutateAsync(settingsChanges(form, change, settings))
      form.reset(generalFieldsOf(data), DISCARD_DIRTY)
      toastSuccess(SUCCESS.saved)
    } catch (error) {
      showRefusal(error, form)
    }
  })
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <InstallationFields form={form} />
      <LogoCard />
      <TestMailCard />
      <SectionCard title={texts.supportContact} subtitle={texts.supportContactHint}>
        <div className={classes.fields}>
          <TextInput
            label={texts.supportEmail}
            type="email"
            autoComplete="off"
            dir="ltr"
            error={errors.supportEmail?.message}
            {...register('supportEmail')}
          />
          <Controller
            control={control}
            name="supportPhone"
            render={({ field }) => (
              <PhoneField {...field} label={texts.supportPhone} error={errors.supportPhone?.message} />
            )}
          />
          <Textarea
            className={classes.wide ?? ''}
            label={texts.supportHours}
            placeholder={texts.supportHoursExample}
            autosize
            minRows={2}
            maxRows={6}
            error={errors.supportHours?.message}
            {...register('supportHours')}
          />
        </div>
      </SectionCard>
      <SectionCard title={texts.reportFiles}>
        <div className={classes.fields}>
          <Controller
            control={control}
            name="uploadLimitMb"
            render={({ field }) => (
              <NumberField
                {...field}
                label={texts.uploadLimit}
                description={texts.uploadLimitHint(UPLOAD_LIMIT_MB.min, UPLOAD_LIMIT_MB.max)}
                required
                {...UPLOAD_LIMIT_MB}
                error={errors.uploadLimitMb?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="retentionYears"
            render={({ field }) => (
              <NumberField
                {...field}
                label={texts.keepRecords}
                description={texts.keepRecordsHint}
                required
                {...RETENTION_YEARS}
                error={errors.retentionYears?.message}
              />
            )}
          />
        </div>
      </SectionCard>
      <SaveBar
        isDirty={isDirty}
        isPending={update.isPending}
        onDiscard={() => form.reset(undefined, DISCARD_DIRTY)}
      />
    </form>
  )
}
