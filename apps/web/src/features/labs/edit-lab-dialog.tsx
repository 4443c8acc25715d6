import type { Lab } from '@zelab/contract'
import { labFields, typedPhoneField } from '@zelab/contract'
import { useState } from 'react'
import { useUpdateLab } from './queries.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/form-resolver.ts'
import { LabFieldset } from './lab-fieldset.tsx'
import * as texts from './texts.ts'

export function EditLabDialog({ lab, onClose }: { lab: Lab; onClose: () => void }) {
  const update = useUpdateLab(lab.id)
  // A change by another user stays a conflict until the dialog is opened again.
  const [{ updatedAt, name, address, email, phone }] = useState(lab)
  const form = useSchemaForm(labFields(typedPhoneField(phone)), {
    defaultValues: {
      name,
      address: { line1: address.line1, city: address.city },
      email: email ?? '',
      phone: phone ?? '',
    },
  })
  return (
    <FormDialog
      title={texts.editLab}
      name={`lab ${lab.id}`}
      form={form}
      onSave={(checked) => update.mutateAsync({ ...checked, updatedAt })}
      needsChange
      onClose={onClose}
      size="38.75rem"
    >
      <LabFieldset form={form} hasPhone />
    </FormDialog>
  )
}
