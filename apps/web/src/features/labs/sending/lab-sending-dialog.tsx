import { Button, Checkbox, TextInput } from '@mantine/core'
import type { FormInput, FormOutput, LabDeliverySettings, Saved } from '@zelab/contract'
import { labDeliverySettingsBody } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { useUpdateLabDelivery } from './queries.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { AdvancedFields } from '../../../ui/form/advanced-fields.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showRefusal } from '../../../ui/form/field-errors.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { KEEP_DIRTY, settingsChanges } from '../../../ui/form/settings-changes.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import classes from './lab-sending-dialog.module.css'
import * as texts from './texts.ts'
import * as words from '../texts.ts'

type Fields = FormInput<typeof labDeliverySettingsBody>
type Form = UseFormReturn<Fields, unknown, FormOutput<typeof labDeliverySettingsBody>>

interface LabSendingDialogProps {
  labId: number
  settings: Saved<LabDeliverySettings>
  onClose: () => void
}

export function LabSendingDialog({ labId, settings, onClose }: LabSendingDialogProps) {
  const update = useUpdateLabDelivery(labId)
  return (
    <FormModal opened onClose={() => !update.isPending && onClose()} title={texts.labSending} size="36rem">
      <LabSendingForm labId={labId} settings={settings} update={update} onClose={onClose} />
    </FormModal>
  )
}

interface LabSendingFormProps extends LabSendingDialogProps {
  update: ReturnType<typeof useUpdateLabDelivery>
}

function LabSendingForm({ labId, settings, update, onClose }: LabSendingFormProps) {
  const form = useForm<Fields, unknown, FormOutput<typeof labDeliverySettingsBody>>({
    resolver: formResolver(labDeliverySettingsBody),
    values: { ...settings, senderName: settings.senderName ?? '' },
    resetOptions: KEEP_DIRTY,
  })
  const { errors, isDirty } = form.formState
  const markSaved = useUnsavedForm(form, { name: `sending of lab ${labId}` })
  const save = form.handleSubmit((checked) =>
    update.mutate(settingsChanges(form, checked, settings), {
      onSuccess: () => {
        markSaved()
        toastSuccess(SUCCESS.saved)
        onClose()
      },
      onError: (error) => showRefusal(error, form),
    }),
  )
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <NumberOf name="linkDays" label={texts.linkDays} form={form} />
      <TextInput
        label={texts.senderName}
        description={texts.senderNameHint}
        error={errors.senderName?.message}
        {...form.register('senderName')}
      />
      <Checkbox
        label={texts.automaticSending}
        description={texts.automaticHint}
        {...form.register('isAutomatic')}
      />
      <AdvancedFields hasError={!!errors.quietFromHour || !!errors.quietUntilHour || !!errors.adultAge}>
        <div className={classes.hours}>
          <NumberOf name="quietFromHour" label={texts.quietFrom} form={form} />
          <NumberOf name="quietUntilHour" label={texts.quietUntil} form={form} />
        </div>
        <p className={classes.hint}>{texts.quietHint}</p>
        <NumberOf name="adultAge" label={texts.adultAge} form={form} />
      </AdvancedFields>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={update.isPending}>
          {words.cancel}
        </Button>
        <SubmitButton isPending={update.isPending} pendingLabel={words.saving} disabled={!isDirty}>
          {words.saveChanges}
        </SubmitButton>
      </div>
    </form>
  )
}

interface NumberOfProps {
  name: 'linkDays' | 'quietFromHour' | 'quietUntilHour' | 'adultAge'
  label: string
  form: Form
}

function NumberOf({ name, label, form }: NumberOfProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <NumberField {...field} label={label} error={form.formState.errors[name]?.message} />
      )}
    />
  )
}
