import { Button, Modal, TextInput } from '@mantine/core'
import type { Lab } from '@zelab/contract'
import { CONFIRM } from '@zelab/contract/messages'
import type { UseFormReturn } from 'react-hook-form'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import type { LabFields, NewLab } from './lab-form.ts'
import classes from './new-lab-dialog.module.css'
import { useNewLab } from './use-new-lab.ts'

interface NewLabDialogProps {
  isOpen: boolean
  onClose: () => void
  /** After the lab was added; the dialog has closed itself. */
  onCreated?: (lab: Lab) => void
}

/** The form for a new lab with its confirmation; used by the labs screen and by whoever needs to pick a lab. */
export function NewLabDialog({ isOpen, onClose, onCreated }: NewLabDialogProps) {
  const { form, isAsking, askedName, isPending, ask, dismiss, create } = useNewLab((lab) => {
    onClose()
    onCreated?.(lab)
  })
  const close = () => {
    if (isPending) return
    form.reset()
    onClose()
  }
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Create New Lab"
        size="lg"
        closeOnEscape={!isAsking}
        // A stray click must not throw away what was typed.
        closeOnClickOutside={false}
      >
        <form onSubmit={(event) => void ask(event)} noValidate>
          <LabFieldset form={form} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={close} disabled={isPending}>
              Cancel
            </Button>
            <SubmitButton isPending={isPending} pendingLabel="Creating Lab...">
              Create Lab
            </SubmitButton>
          </div>
        </form>
      </Modal>
      <ConfirmDialog
        isOpen={isAsking}
        title="Add lab"
        message={CONFIRM.addLab(askedName)}
        confirmLabel="Add Lab"
        onConfirm={() => void create()}
        onCancel={dismiss}
      />
    </>
  )
}

function LabFieldset({ form }: { form: UseFormReturn<LabFields, unknown, NewLab> }) {
  const {
    register,
    formState: { errors },
  } = form
  return (
    <div className={classes.fields}>
      <TextInput
        className={classes.wide ?? ''}
        label="Lab Name"
        required
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
      <TextInput
        className={classes.wide ?? ''}
        label="Address Line 1"
        required
        autoComplete="off"
        error={errors.address?.line1?.message}
        {...register('address.line1')}
      />
      <TextInput
        label="City"
        required
        autoComplete="off"
        error={errors.address?.city?.message}
        {...register('address.city')}
      />
      <TextInput
        label="Email"
        description="Optional"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="email"
        autoComplete="off"
        dir="ltr"
        error={errors.email?.message}
        {...register('email')}
      />
    </div>
  )
}
