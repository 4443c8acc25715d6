import type { Lab } from '@zelab/contract'
import { createLabBody } from '@zelab/contract'
import { CONFIRM, SUCCESS } from '@zelab/contract/messages'
import { useForm } from 'react-hook-form'
import { useCreateLab } from '../../lib/queries/labs.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { formResolver } from '../../ui/form/form-resolver.ts'
import { LabFieldset, type LabForm } from './lab-fieldset.tsx'
import * as texts from './texts.ts'

interface NewLabDialogProps {
  onClose: () => void
  onCreated?: (lab: Lab) => void
}

export function NewLabDialog({ onClose, onCreated }: NewLabDialogProps) {
  const create = useCreateLab()
  const form: LabForm = useForm({
    resolver: formResolver(createLabBody),
    defaultValues: { name: '', address: { line1: '', city: '' }, email: '', phone: '' },
  })
  return (
    <FormDialog
      title={texts.createNewLab}
      form={form}
      question={({ name }) => ({
        title: texts.askAddLab,
        message: CONFIRM.addLab(name),
        confirmLabel: texts.addLab,
        pendingLabel: texts.addingLab,
      })}
      onSave={async (lab) => {
        const { data } = await create.mutateAsync(lab)
        onCreated?.(data)
      }}
      success={SUCCESS.labAdded}
      submitLabel={texts.createLab}
      onClose={onClose}
      size="38.75rem"
    >
      <LabFieldset form={form} />
    </FormDialog>
  )
}
