import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Referrer } from '@zelab/contract'
import { referrerForm, typedPhoneField } from '@zelab/contract'
import { REFERRER_KINDS } from '@zelab/contract/limits'
import { Controller } from 'react-hook-form'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { editedFields, fieldProps, useSchemaForm } from '../../../ui/form/form-resolver.ts'
import { PhoneField } from '../../../ui/phone/phone-field.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { pageApi } from '../../../lib/page-api.ts'

interface ReferrerDialogProps {
  labId: number
  /** Absent for a new one. */
  referrer: Referrer | undefined
  onClose: () => void
}

export function ReferrerDialog({ labId, referrer, onClose }: ReferrerDialogProps) {
  const add = useEndpoint(pageApi.visits.addReferrer, { id: labId })
  const update = useEndpoint(pageApi.visits.updateReferrer, { id: referrer?.id ?? 0 })
  const form = useSchemaForm(referrerForm(typedPhoneField(referrer?.phone ?? null)), {
    defaultValues: {
      kind: referrer?.kind ?? 'doctor',
      name: referrer?.name ?? '',
      phone: referrer?.phone ?? '',
      email: referrer?.email ?? '',
      licenseNumber: referrer?.licenseNumber ?? '',
      note: referrer?.note ?? '',
    },
  })
  return (
    <FormDialog
      title={referrer ? texts.editReferrer : texts.addReferrer}
      name={`referrer ${referrer?.id ?? 'new'}`}
      form={form}
      onSave={(checked) =>
        referrer ? update.mutateAsync(editedFields(form, checked)) : add.mutateAsync(checked)
      }
      {...(referrer ? { needsChange: true } : { submitLabel: texts.addReferrer })}
      onClose={onClose}
      size="md"
    >
      <TextInput
        label={texts.name}
        required
        autoComplete="off"
        data-autofocus
        {...fieldProps(form, 'name')}
      />
      <NativeSelect
        label={texts.kind}
        size="md"
        data={REFERRER_KINDS.map((value) => ({ value, label: texts.KINDS[value] }))}
        {...fieldProps(form, 'kind')}
      />
      <Controller
        control={form.control}
        name="phone"
        render={({ field, fieldState }) => (
          <PhoneField {...field} label={texts.phone} error={fieldState.error?.message} />
        )}
      />
      <TextInput
        label={texts.email}
        type="email"
        autoComplete="off"
        dir="ltr"
        {...fieldProps(form, 'email')}
      />
      <TextInput
        label={texts.licenseNumber}
        autoComplete="off"
        dir="ltr"
        {...fieldProps(form, 'licenseNumber')}
      />
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        autosize
        minRows={2}
        maxRows={5}
        {...fieldProps(form, 'note')}
      />
    </FormDialog>
  )
}
