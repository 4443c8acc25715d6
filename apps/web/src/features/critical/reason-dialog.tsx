import { Button, Modal, Textarea } from '@mantine/core'
import type { allowMessageBody, FormOutput, removeFlagBody } from '@zelab/contract'
import { useForm } from 'react-hook-form'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { formResolver } from '../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import classes from './critical.module.css'
import * as texts from './texts.ts'

type Body = typeof allowMessageBody | typeof removeFlagBody

interface ReasonDialogProps {
  title: string
  message: string
  confirmLabel: string
  pendingLabel: string
  done: string
  body: Body
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

export function ReasonDialog({
  title,
  message,
  confirmLabel,
  pendingLabel,
  done,
  body,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const form = useForm<{ reason: string }, unknown, FormOutput<Body>>({
    resolver: formResolver(body),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason)
      toastSuccess(done)
      onClose()
    } catch (error) {
      showRefusal(error, form)
    }
  })
  return (
    <Modal opened onClose={() => !isSubmitting && onClose()} title={title} closeOnClickOutside={false}>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={classes.none}>{message}</p>
        <Textarea
          label={texts.reason}
          required
          autosize
          minRows={2}
          maxRows={6}
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
    </Modal>
  )
}
