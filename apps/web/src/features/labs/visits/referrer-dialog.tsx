import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { FormInput, FormOutput, Referrer } from '@zelab/contract'
import { referrerForm, typedPhoneField } from '@zelab/contract'
import { REFERRER_KINDS } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { Controller, useForm } from 'react-hook-form'
import { useAddReferrer, useUpdateReferrer } from '../../../entities/visit/queries.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showRefusal } from '../../../ui/form/field-errors.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { PhoneField } from '../../../ui/phone/phone-field.tsx'
import * as words from '../texts.ts'
import classes from './lab-visits.module.css'
import * as texts from './texts.ts'

type Schema = ReturnType<typeof referrerForm>

interface ReferrerDialogProps {
  labId: number
  /** Absent for a new one. */
  referrer: Referrer | undefined
  onClose: () => void
}

export function ReferrerDialog({ labId, referrer, onClose }: ReferrerDialogProps) {
  const add = useAddReferrer(labId)
  const update = useUpdateReferrer(referrer?.id ?? 0)
  const save = referrer ? update : add
  const form = useForm<FormInput<Schema>, unknown, FormOutput<Schema>>({
    resolver: formResolver(referrerForm(typedPhoneField(referrer?.phone ?? null))),
    defaultValues: {
      kind: referrer?.kind ?? 'doctor',
      name: referrer?.name ?? '',
      phone: referrer?.phone ?? '',
      email: referrer?.email ?? '',
      licenseNumber: referrer?.licenseNumber ?? '',
    },
  })
  const { register, control, formState } = form
  const { errors } = formState
  const markSaved = useUnsavedForm(form, { name: `referrer ${referrer?.id ?? 'new'}` })
  const submit = form.handleSubmit((checked) =>
    save.mutate(checked, {
      onSuccess: () => {
        markSaved()
        toastSuccess(SUCCESS.saved)
        onClose()
      },
      onError: (error) => showRefusal(error, form),
    }),
  )
  return (
    <FormModal
      opened
      onClose={() => !save.isPending && onClose()}
      title={referrer ? texts.editReferrer : texts.addReferrer}
    >
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label={texts.name}
          required
          autoComplete="off"
          data-autofocus
          error={errors.name?.message}
          {...register('name')}
        />
        <NativeSelect
          label={texts.kind}
          size="md"
          data={REFERRER_KINDS.map((value) => ({ value, label: texts.KINDS[value] }))}
          error={errors.kind?.message}
          {...register('kind')}
        />
        <Controller
          control={control}
          name="phone"
          render={({ field: { value, ...field } }) => (
            <PhoneField {...field} label={texts.phone} value={value} error={errors.phone?.message} />
          )}
        />
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="off"
          dir="ltr"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextInput
          label={texts.licenseNumber}
          autoComplete="off"
          dir="ltr"
          error={errors.licenseNumber?.message}
          {...register('licenseNumber')}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton isPending={save.isPending} pendingLabel={words.saving}>
            {referrer ? words.saveChanges : texts.addReferrer}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  )
}
