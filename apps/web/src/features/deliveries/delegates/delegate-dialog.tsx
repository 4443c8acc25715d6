import { Checkbox } from '@mantine/core'
import type { Delegate, PatientRow } from '@zelab/contract'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { fieldProps } from '../../../ui/form/form-resolver.ts'
import { DelegateFieldset } from './delegate-fieldset.tsx'
import {
  delegateFieldsOf,
  delegateResolver,
  newDelegateFields,
  type CheckedDelegate,
  type DelegateFields,
} from './delegate-form.ts'
import { useSaveDelegate } from './queries.ts'
import * as texts from './texts.ts'

interface DelegateDialogProps {
  patient: PatientRow
  delegate: Delegate | undefined
  onClose: () => void
}

export function DelegateDialog({ patient, delegate, onClose }: DelegateDialogProps) {
  const save = useSaveDelegate(patient.id, delegate?.id)
  const form = useForm<DelegateFields, unknown, CheckedDelegate>({
    resolver: delegateResolver(delegate?.phone ?? null),
    defaultValues: delegate ? delegateFieldsOf(delegate) : newDelegateFields(patient),
  })
  return (
    <FormDialog
      form={form}
      name={`delegate ${delegate?.id ?? 'new'}`}
      title={delegate ? texts.changeTitle : texts.addTitle}
      lead={delegate && texts.changeHint}
      {...(!delegate && { submitLabel: texts.add })}
      onSave={save.mutateAsync}
      onClose={onClose}
    >
      <DelegateFieldset form={form} />
      <Checkbox
        label={texts.agreement}
        aria-invalid={form.formState.errors.isAgreed !== undefined}
        {...fieldProps(form, 'isAgreed')}
      />
    </FormDialog>
  )
}
