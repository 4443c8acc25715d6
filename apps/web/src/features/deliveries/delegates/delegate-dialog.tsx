import { Checkbox } from '@mantine/core'
import type { Delegate, PatientRow } from '@zelab/contract'
import { useForm } from 'react-hook-form'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
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
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { pageApi } from '../../../lib/page-api.ts'

interface DelegateDialogProps {
  patient: PatientRow
  delegate: Delegate | undefined
  onClose: () => void
}

export function DelegateDialog({ patient, delegate, onClose }: DelegateDialogProps) {
  const add = useEndpoint(pageApi.delegates.addDelegate, { id: patient.id })
  const change = useEndpoint(pageApi.delegates.changeDelegate, { id: delegate?.id ?? 0 })
  const form = useForm<DelegateFields, unknown, CheckedDelegate>({
    resolver: delegateResolver(delegate?.phone ?? null),
    defaultValues: delegate ? delegateFieldsOf(delegate) : newDelegateFields(patient),
  })
  return (
    <FormDialog
      head={<PatientStrip patient={patient} />}
      form={form}
      name={`delegate ${delegate?.id ?? 'new'}`}
      title={delegate ? texts.changeTitle : texts.addTitle}
      lead={delegate && texts.changeHint}
      {...(!delegate && { submitLabel: texts.add })}
      onSave={(delegate ? change : add).mutateAsync}
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
