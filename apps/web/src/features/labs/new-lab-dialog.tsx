import { Button } from '@mantine/core'
import type { Lab } from '@zelab/contract'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import { LabFieldset } from './lab-fieldset.tsx'
import type { LabForm } from './lab-form.ts'
import classes from './new-lab-dialog.module.css'
import * as texts from './texts.ts'
import { useNewLab } from './use-new-lab.ts'

interface NewLabDialogProps {
  isOpen: boolean
  onClose: () => void
  onCreated?: (lab: Lab) => void
}

export function NewLabDialog({ isOpen, onClose, onCreated }: NewLabDialogProps) {
  const { form, isAsking, sentence, isPending, ask, dismiss, create } = useNewLab((lab) => {
    onClose()
    onCreated?.(lab)
  })
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <FormModal opened={isOpen} onClose={close} title={texts.createNewLab} size="38.75rem">
      <form onSubmit={(event) => void ask(event)} noValidate>
        <LabFieldset form={form} />
        <UnsavedLab form={form} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit">{texts.createLab}</Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.askAddLab}
        message={sentence}
        confirmLabel={texts.addLab}
        pendingLabel={texts.addingLab}
        isPending={isPending}
        isOnTop
        onConfirm={() => void create()}
        onCancel={dismiss}
      />
    </FormModal>
  )
}

/** A component, because the hook's form exists while the dialog is closed. */
function UnsavedLab({ form }: { form: LabForm }) {
  useUnsavedForm(form, { name: 'new lab' })
  return null
}
