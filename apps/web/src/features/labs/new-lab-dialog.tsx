import type { FormOutput, Lab, labFields } from '@zelab/contract'
import { createLabBody } from '@zelab/contract'
import { CONFIRM, SUCCESS } from '@zelab/contract/messages'
import { useForm } from 'react-hook-form'
import { useCreateLab } from './queries.ts'
import { FormCard } from '../../ui/form/form-card.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { formResolver } from '../../ui/form/form-resolver.ts'
import { LabFieldset, type LabForm } from './lab-fieldset.tsx'
import * as texts from './texts.ts'

interface NewLabDialogProps {
  onClose: () => void
  onCreated?: (lab: Lab) => void
}

export function NewLabDialog({ onClose, onCreated }: NewLabDialogProps) {
  const saving = useNewLab(onCreated)
  return (
    <FormDialog
      {...saving}
      title={texts.createNewLab}
      submitLabel={texts.createLab}
      onClose={onClose}
      size="38.75rem"
    >
      <LabFieldset form={saving.form} />
    </FormDialog>
  )
}

/** The same form within a page. */
export function FirstLabForm() {
  const saving = useNewLab()
  return (
    <FormCard
      {...saving}
      title={texts.lab}
      subtitle={texts.firstLabHint}
      submitLabel={texts.createLab}
      pendingLabel={texts.addingLab}
    >
      <LabFieldset form={saving.form} />
    </FormCard>
  )
}

const useNewLab = (onCreated?: (lab: Lab) => void) => {
  const create = useCreateLab()
  const form: LabForm = useForm({
    resolver: formResolver(createLabBody),
    defaultValues: { name: '', address: { line1: '', city: '' }, email: '', phone: '' },
  })
  return {
    form,
    name: texts.createNewLab,
    question: ({ name }: { name: string }) => ({
      title: texts.askAddLab,
      message: CONFIRM.addLab(name),
      confirmLabel: texts.addLab,
      pendingLabel: texts.addingLab,
    }),
    onSave: async (lab: FormOutput<ReturnType<typeof labFields>>) => {
      const { data } = await create.mutateAsync({ body: lab })
      onCreated?.(data)
    },
    success: SUCCESS.labAdded,
  }
}
