import { Checkbox, TextInput } from '@mantine/core'
import type { FormInput, FormOutput, LabDeliverySettings } from '@zelab/contract'
import { labDeliverySettingsBody } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { Controller, useForm } from 'react-hook-form'
import { useUpdateLabDelivery } from './queries.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showRefusal } from '../../../ui/form/field-errors.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import classes from './lab-sending.module.css'
import * as texts from './texts.ts'
import * as words from '../texts.ts'

type Fields = FormInput<typeof labDeliverySettingsBody>
const NUMBERS = ['linkDays', 'quietFromHour', 'quietUntilHour', 'adultAge'] as const
const LABELS = {
  linkDays: texts.linkDays,
  quietFromHour: texts.quietFrom,
  quietUntilHour: texts.quietUntil,
  adultAge: texts.adultAge,
} as const

export function LabSendingForm({ labId, settings }: { labId: number; settings: LabDeliverySettings }) {
  const update = useUpdateLabDelivery(labId)
  const form = useForm<Fields, unknown, FormOutput<typeof labDeliverySettingsBody>>({
    resolver: formResolver(labDeliverySettingsBody),
    defaultValues: { ...settings, senderName: settings.senderName ?? '' },
  })
  const { errors, isDirty } = form.formState
  useUnsavedForm(form, { name: `sending of lab ${labId}` })
  const save = form.handleSubmit((checked) =>
    update.mutate(checked, {
      onSuccess: () => toastSuccess(SUCCESS.saved),
      onError: (error) => showRefusal(error, form),
    }),
  )
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <div className={classes.numbers}>
        {NUMBERS.map((name) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              <NumberField {...field} label={LABELS[name]} error={errors[name]?.message} />
            )}
          />
        ))}
      </div>
      <p className={classes.hint}>{texts.quietHint}</p>
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
      <div className={classes.buttons}>
        <SubmitButton isPending={update.isPending} pendingLabel={words.saving} disabled={!isDirty}>
          {words.saveChanges}
        </SubmitButton>
      </div>
    </form>
  )
}
