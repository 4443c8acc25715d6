import { Button, Modal, Textarea } from '@mantine/core'
import type { FormInput, FormOutput } from '@zelab/contract'
import { returnReportForm } from '@zelab/contract'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { formResolver } from '../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import classes from './release.module.css'
import * as texts from './texts.ts'

interface ReasonDialogProps {
  title: string
  hint: string
  confirmLabel: string
  pendingLabel: string
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

export function ReasonDialog({ title, onClose, ...props }: ReasonDialogProps) {
  const id = useId()
  return (
    <Modal id={id} opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <ReasonForm {...props} hintId={`${id}-body`} name={title} onClose={onClose} />
    </Modal>
  )
}

function ReasonForm({
  hint,
  hintId,
  name,
  confirmLabel,
  pendingLabel,
  onConfirm,
  onClose,
}: Omit<ReasonDialogProps, 'title'> & { hintId: string; name: string }) {
  const form = useForm<FormInput<typeof returnReportForm>, unknown, FormOutput<typeof returnReportForm>>({
    resolver: formResolver(returnReportForm),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const settle = useUnsavedForm(form, { name })
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason)
      settle()
    } catch (error) {
      showRefusal(error, form)
    }
  })
  return (
    <form className={classes.fields} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.hint} id={hintId}>
        {hint}
      </p>
      <Textarea
        label={texts.reason}
        required
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={isSubmitting}>
          {texts.cancel}
        </Button>
        <SubmitButton isPending={isSubmitting} pendingLabel={pendingLabel}>
          {confirmLabel}
        </SubmitButton>
      </div>
    </form>
  )
}
