import { Button } from '@mantine/core'
import type { Lab } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useUpdateLab } from '../../lib/queries/labs.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import { LabFieldset } from './lab-fieldset.tsx'
import type { CheckedLab, LabFields } from './lab-form.ts'
import { labFieldsOf, labResolver } from './lab-form.ts'
import classes from './new-lab-dialog.module.css'
import * as texts from './texts.ts'

interface EditLabDialogProps {
  lab: Lab
  isOpen: boolean
  onClose: () => void
}

export function EditLabDialog({ lab, isOpen, onClose }: EditLabDialogProps) {
  const update = useUpdateLab(lab.id)
  return (
    <FormModal
      opened={isOpen}
      onClose={() => !update.isPending && onClose()}
      title={texts.editLab}
      size="38.75rem"
    >
      <EditForm lab={lab} update={update} onClose={onClose} />
    </FormModal>
  )
}

interface EditFormProps {
  lab: Lab
  update: ReturnType<typeof useUpdateLab>
  onClose: () => void
}

function EditForm({ lab, update, onClose }: EditFormProps) {
  // A change by another user stays a conflict until the dialog is opened again.
  const [{ updatedAt }] = useState(lab)
  const form = useForm<LabFields, unknown, CheckedLab>({
    resolver: labResolver(lab.phone),
    defaultValues: labFieldsOf(lab),
  })
  useUnsavedForm(form, { name: `lab ${lab.id}` })
  const save = form.handleSubmit(async (checked) => {
    try {
      await update.mutateAsync({ ...checked, updatedAt })
    } catch (error) {
      return showRefusal(error, form)
    }
    toastSuccess(SUCCESS.saved)
    onClose()
  })
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <LabFieldset form={form} hasPhone />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={update.isPending}>
          {texts.cancel}
        </Button>
        <SubmitButton
          isPending={update.isPending}
          pendingLabel={texts.saving}
          disabled={!form.formState.isDirty}
        >
          {texts.saveChanges}
        </SubmitButton>
      </div>
    </form>
  )
}
