import { Button } from '@mantine/core'
import type { Lab } from '@zelab/contract'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import { LabFieldset } from './lab-fieldset.tsx'
import type { LabForm } from './lab-form.ts'
import classes from './new-lab-dialog.module.css'
import * as texts from './texts.ts'
import { useNewLab } from './use-new-lab.ts'

interface NewLabDialogProps {
  isOpen: boolean
  onClose: () => void
  /** After the lab was added; the dialog has closed itself. */
  onCreated?: (lab: Lab) => void
}

/** The form for a new lab, used by the labs screen and wherever a lab is picked. A lab can be edited and deleted, so nothing is asked twice. */
export function NewLabDialog({ isOpen, onClose, onCreated }: NewLabDialogProps) {
  const { form, isPending, submit } = useNewLab((lab) => {
    onClose()
    onCreated?.(lab)
  })
  const close = () => {
    if (isPending) return
    form.reset()
    onClose()
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title={texts.createNewLab}
      width="38.75rem"
      // A stray click must not throw away what was typed.
      closeOnClickOutside={false}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <LabFieldset form={form} />
        <UnsavedLab form={form} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={close} disabled={isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton isPending={isPending} pendingLabel={texts.creatingLab}>
            {texts.createLab}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Here and not in the hook, whose form is there while the dialog is closed, too. */
function UnsavedLab({ form }: { form: LabForm }) {
  useUnsavedForm(form, { name: 'new lab' })
  return null
}
